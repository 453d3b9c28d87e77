import * as v from 'valibot'
import type { ProviderSettings } from '#server/accounts/oidc/provider.ts'
import { parseRole } from '#server/models/accounts/roles.ts'
import { ConfigError, type Environment, parseSetting } from './read-setting.ts'

const issuer = v.pipe(
  v.string(),
  v.check(
    isIssuer,
    'which is not an https address without query and fragment (http is for this machine alone)',
  ),
)

const domains = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((each) => each.trim().toLowerCase())),
  v.check(
    (all) => all.every((each) => /^[a-z\d-]+(\.[a-z\d-]+)+$/.test(each)),
    'which is not a comma-separated list of domains',
  ),
)

const passwords = v.picklist(['all', 'owner-only'], 'which is neither all nor owner-only')

const needed = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const
const optional = ['OIDC_NAME', 'OIDC_SCOPE', 'OIDC_ALLOWED_DOMAINS', 'OIDC_ROLE_CLAIM', 'OIDC_ROLES'] as const

/** Undefined where no provider is named. Throws `ConfigError`. */
export function parseOidcSettings(env: Environment): ProviderSettings | undefined {
  const read = <T>(name: string, schema: v.GenericSchema<string, T>) => parseSetting(env, name, schema)
  const named = read('OIDC_ISSUER', issuer)
  const mode = read('PASSWORD_SIGN_IN', passwords) ?? 'all'
  if (named === undefined) {
    const idle = [...needed, ...optional].find((name) => env[name]?.trim())
    if (idle !== undefined) throw new ConfigError(`${idle} is set without OIDC_ISSUER`)
    // Otherwise nobody but the owner could sign in at all.
    if (mode !== 'all') throw new ConfigError(`PASSWORD_SIGN_IN is ${mode} without OIDC_ISSUER`)
    return undefined
  }
  const [clientId, clientSecret] = needed.map((name) => {
    const value = read(name, v.string())
    if (value === undefined) throw new ConfigError(`OIDC_ISSUER is set without ${name}`)
    return value
  })
  const roleClaim = read('OIDC_ROLE_CLAIM', v.string())
  const roles = parseRoles(read('OIDC_ROLES', v.string()))
  if ((roleClaim === undefined) !== (roles.length === 0)) {
    throw new ConfigError('OIDC_ROLE_CLAIM and OIDC_ROLES need each other, and one of them is not set')
  }
  return {
    issuer: named,
    clientId: clientId ?? '',
    clientSecret: clientSecret ?? '',
    name: read('OIDC_NAME', v.string()) ?? new URL(named).hostname,
    scope: read('OIDC_SCOPE', scope) ?? 'openid email',
    allowedDomains: read('OIDC_ALLOWED_DOMAINS', domains) ?? [],
    roleClaim,
    roles,
    passwords: mode,
  }
}

const scope = v.pipe(
  v.string(),
  v.check((text) => text.split(' ').includes('openid'), 'which does not include openid'),
)

/** Reads `desk-admins=admin, everybody=viewer`. */
function parseRoles(text: string | undefined): ProviderSettings['roles'] {
  if (text === undefined) return []
  return text.split(',').map((pair) => {
    const at = pair.lastIndexOf('=')
    const [said, name] = [pair.slice(0, Math.max(0, at)).trim(), pair.slice(at + 1).trim()]
    const role = parseRole(name)
    if (said === '' || role === undefined) {
      const wrong = JSON.stringify(pair.trim())
      throw new ConfigError(`OIDC_ROLES has ${wrong}, which is not a value of the claim, =, and a role`)
    }
    // Whoever runs the provider would own the desk, and could take it from its owner.
    if (role === 'owner') throw new ConfigError('OIDC_ROLES names owner, which no claim can make of somebody')
    return [said, role] as const
  })
}

function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.search !== '' || url.hash !== '' || url.username !== '') return false
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)
}
