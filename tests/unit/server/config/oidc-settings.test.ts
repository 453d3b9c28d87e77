import { describe, expect, it } from 'vitest'
import { parseOidcSettings } from '#server/config/oidc-settings.ts'
import { ConfigError } from '#server/config/read-setting.ts'

const NEEDED = {
  OIDC_ISSUER: 'https://id.example.com/realms/a',
  OIDC_CLIENT_ID: 'desk',
  OIDC_CLIENT_SECRET: 's',
}

describe('parseOidcSettings()', () => {
  it('needs three settings, and has defaults for the others', () => {
    expect(parseOidcSettings({})).toBeUndefined()
    expect(parseOidcSettings(NEEDED)).toEqual({
      issuer: 'https://id.example.com/realms/a',
      clientId: 'desk',
      clientSecret: 's',
      name: 'id.example.com',
      scope: 'openid email',
      allowedDomains: [],
      roleClaim: undefined,
      roles: [],
      passwords: 'all',
    })
  })

  it('reads domains, roles, and who may use passwords', () => {
    const env = {
      ...NEEDED,
      OIDC_ALLOWED_DOMAINS: 'Example.com, example.org',
      OIDC_ROLE_CLAIM: 'groups',
      OIDC_ROLES: 'a=b=admin, everybody = viewer',
      PASSWORD_SIGN_IN: 'owner-only',
    }
    expect(parseOidcSettings(env)).toMatchObject({
      allowedDomains: ['example.com', 'example.org'],
      roles: [
        ['a=b', 'admin'],
        ['everybody', 'viewer'],
      ],
      passwords: 'owner-only',
    })
  })

  it.each<[env: Record<string, string>, matter: string]>([
    [{ OIDC_CLIENT_ID: 'desk' }, 'OIDC_CLIENT_ID is set without OIDC_ISSUER'],
    [{ OIDC_ROLES: 'a=admin' }, 'OIDC_ROLES is set without OIDC_ISSUER'],
    [{ PASSWORD_SIGN_IN: 'owner-only' }, 'PASSWORD_SIGN_IN is owner-only without OIDC_ISSUER'],
    [
      { ...NEEDED, PASSWORD_SIGN_IN: 'off' },
      'PASSWORD_SIGN_IN is "off", which is neither all nor owner-only',
    ],
    [{ ...NEEDED, OIDC_CLIENT_SECRET: '' }, 'OIDC_ISSUER is set without OIDC_CLIENT_SECRET'],
    [
      { ...NEEDED, OIDC_ISSUER: 'http://id.example.com' },
      'OIDC_ISSUER is "http://id.example.com", which is not an https address without query and fragment (http is for this machine alone)',
    ],
    [
      { ...NEEDED, OIDC_ALLOWED_DOMAINS: 'example.com,@b' },
      'OIDC_ALLOWED_DOMAINS is "example.com,@b", which is not a comma-separated list of domains',
    ],
    [{ ...NEEDED, OIDC_SCOPE: 'email' }, 'OIDC_SCOPE is "email", which does not include openid'],
    [
      { ...NEEDED, OIDC_ROLE_CLAIM: 'groups' },
      'OIDC_ROLE_CLAIM and OIDC_ROLES need each other, and one of them is not set',
    ],
    [
      { ...NEEDED, OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: 'a=boss' },
      'OIDC_ROLES has "a=boss", which is not a value of the claim, =, and a role',
    ],
    [
      { ...NEEDED, OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: 'a=owner' },
      'OIDC_ROLES names owner, which no claim can make of somebody',
    ],
  ])('refuses %j', (env, matter) => {
    expect(() => parseOidcSettings(env)).toThrow(new ConfigError(matter))
  })
})
