import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createIdentityProvider } from '#server/accounts/oidc/provider.ts'
import { type OpenIdProvider, startOpenIdProvider } from '#tests/support/accounts/openid-provider.ts'
import { freePort } from '#tests/support/run/free-port.ts'

const CALLBACK = 'https://desk.example/sign-in/provider/callback'

describe('a provider', () => {
  let openId: OpenIdProvider

  beforeAll(async () => {
    openId = await startOpenIdProvider(CALLBACK)
    openId.people.set('a-1', { email: 'ada@example.com', email_verified: true, groups: ['ops'] })
  })

  afterAll(() => openId.close())

  async function visit() {
    const problems: unknown[] = []
    const settings = { ...openId.settings, roleClaim: 'groups' }
    const onProblem = (thrown: unknown) => void problems.push(thrown)
    const provider = createIdentityProvider({ settings, onProblem })
    const asked = await provider.begin(CALLBACK)
    if (asked === 'unreachable') return expect.fail('the provider is there')
    return { provider, problems, ...asked, answer: await openId.visit(asked.to, 'a-1') }
  }

  it('is asked with PKCE, a state and a nonce, and says who was signed in', async () => {
    const { provider, to, begun, answer } = await visit()
    const asked = Object.fromEntries(new URL(to).searchParams)
    expect(asked).toMatchObject({
      ...{ response_type: 'code', client_id: 'desk', redirect_uri: CALLBACK, code_challenge_method: 'S256' },
      ...{ state: begun.state, nonce: begun.nonce },
      code_challenge: createHash('sha256').update(begun.verifier).digest('base64url'),
    })
    expect(await provider.finish(answer, begun)).toEqual({
      ...{ issuer: openId.settings.issuer, subject: 'a-1', email: 'ada@example.com', saysRoles: ['ops'] },
    })
  })

  it.each(['state', 'nonce', 'verifier'] as const)('is not believed with another %s', async (name) => {
    const { provider, begun, answer, problems } = await visit()
    const other = { ...begun, [name]: 'x'.repeat(43) }
    expect(await provider.finish(answer, other)).toBe('refused')
    expect(problems).toHaveLength(1)
  })

  it('takes a code once', async () => {
    const { provider, begun, answer } = await visit()
    expect(await provider.finish(answer, begun)).toMatchObject({ subject: 'a-1' })
    expect(await provider.finish(answer, begun)).toBe('refused')
  })

  it('is refused where the visitor, or another issuer, answers for it', async () => {
    const { provider, begun } = await visit()
    const denied = new URL(`${CALLBACK}?error=access_denied&state=${begun.state}`)
    expect(await provider.finish(denied, begun)).toBe('refused')
    const mixedUp = new URL(`${CALLBACK}?code=x&state=${begun.state}&iss=https%3A%2F%2Fevil.test`)
    expect(await provider.finish(mixedUp, begun)).toBe('refused')
  })

  it('may be out of reach, and is asked again later', async () => {
    const port = await freePort()
    const problems: unknown[] = []
    const provider = createIdentityProvider({
      settings: { ...openId.settings, issuer: `http://127.0.0.1:${port}` },
      onProblem: (thrown) => void problems.push(thrown),
    })
    expect(await provider.begin(CALLBACK)).toBe('unreachable')
    expect(problems).toHaveLength(1)
    const { close } = await startForger(port, {})
    onTestFinished(close)
    expect(await provider.begin(CALLBACK)).toMatchObject({ begun: {} })
  })
})

describe('an ID token', () => {
  async function finish(claims: object) {
    const port = await freePort()
    const { settings, close } = await startForger(port, claims)
    onTestFinished(close)
    const provider = createIdentityProvider({ settings, onProblem() {} })
    const asked = await provider.begin(CALLBACK)
    if (asked === 'unreachable') return expect.fail('the provider is there')
    const begun = { ...asked.begun, nonce: 'the nonce' }
    return provider.finish(new URL(`${CALLBACK}?code=x&state=${begun.state}`), begun)
  }

  it('is believed as it should be', async () => {
    expect(await finish({})).toMatchObject({ subject: 'a-1', email: 'ada@example.com' })
  })

  it.each<[what: string, claims: object]>([
    ['is for another audience', { aud: 'another desk' }],
    ['is of another issuer', { iss: 'https://evil.test' }],
    ['has expired', { exp: Math.floor(Date.now() / 1000) - 60 }],
    ['has no nonce', { nonce: undefined }],
    ['has another nonce', { nonce: 'another' }],
    ['has no subject', { sub: undefined }],
  ])('is not believed if it %s', async (_what, claims) => {
    expect(await finish(claims)).toBe('refused')
  })
})

/** Answers any code with an ID token of these claims. */
async function startForger(port: number, claims: object) {
  const issuer = `http://127.0.0.1:${port}`
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  function idToken() {
    const now = Math.floor(Date.now() / 1000)
    const right = { iss: issuer, aud: 'desk', sub: 'a-1', iat: now, exp: now + 60, nonce: 'the nonce' }
    const address = { email: 'ada@example.com', email_verified: true }
    const signed = `${encode({ alg: 'RS256', kid: 'k' })}.${encode({ ...right, ...address, ...claims })}`
    return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
  }
  const answers: Record<string, () => object> = {
    '/.well-known/openid-configuration': () => ({
      ...{ issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` },
      ...{ jwks_uri: `${issuer}/jwks`, response_types_supported: ['code'] },
    }),
    '/jwks': () => ({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'RS256' }] }),
    '/token': () => ({ access_token: 'x', token_type: 'bearer', id_token: idToken() }),
  }
  const server = createServer(({ url = '' }, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answers[url]?.() ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    settings: {
      ...{ issuer, clientId: 'desk', clientSecret: 'x', name: 'Example', scope: 'openid email' },
      ...{ allowedDomains: [], roleClaim: undefined, roles: [], passwords: 'all' as const },
    },
    close: () => void server.close().closeAllConnections(),
  }
}
