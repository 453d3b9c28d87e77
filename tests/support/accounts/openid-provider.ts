import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'
import type { ProviderSettings } from '#server/accounts/oidc/provider.ts'
import { freePort } from '#tests/support/run/free-port.ts'

/** Somebody whom the provider knows, by their subject. */
interface Person {
  email?: string
  email_verified?: boolean
  groups?: string[]
}

export interface OpenIdProvider {
  settings: ProviderSettings
  people: Map<string, Person>
  /** The subject that is signed in wherever the visitor does not say who they are. */
  present: { subject: string }
  /** Does what a browser does in which this person is signed in; returns where it is sent back to. */
  visit(address: string, subject: string): Promise<URL>
  close(): Promise<void>
}

const CLIENT = { client_id: 'desk', client_secret: 'the secret of tests' }

/** A whole provider on 127.0.0.1, which asks nobody for anything. */
export async function startOpenIdProvider(redirectUri: string): Promise<OpenIdProvider> {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const people = new Map<string, Person>()
  const present = { subject: '' }
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [redirectUri], response_types: ['code'] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], groups: ['groups'] },
    scopes: ['openid', 'email', 'groups'],
    cookies: { keys: ['of tests'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: async () => ({ sub, ...people.get(sub) }),
    }),
    async loadExistingGrant({ oidc }) {
      const { client, session } = oidc
      if (client === undefined || session?.accountId === undefined) return undefined
      const grant = new oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email groups')
      await grant.save()
      return grant
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  })
  const answer = provider.callback()
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response)
    const subject = String(request.headers['x-person'] ?? present.subject)
    void provider.interactionFinished(request, response, { login: { accountId: subject } })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    settings: {
      issuer,
      clientId: CLIENT.client_id,
      clientSecret: CLIENT.client_secret,
      name: 'Example',
      scope: 'openid email groups',
      allowedDomains: [],
      roleClaim: undefined,
      roles: [],
      passwords: 'all',
    },
    people,
    present,
    async visit(address, subject) {
      const cookies = new Map<string, string>()
      for (let at = new URL(address); ; ) {
        if (at.origin !== issuer) return at
        const cookie = [...cookies].map((each) => each.join('=')).join('; ')
        const headers = { cookie, 'x-person': subject }
        const answered = await fetch(at, { redirect: 'manual', headers })
        for (const line of answered.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          cookies.set(name, value)
        }
        const to = answered.headers.get('location')
        if (to === null)
          throw new Error(`Cannot visit ${at.href}: ${answered.status} ${await answered.text()}`)
        at = new URL(to, at)
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
