import type { Configuration } from 'openid-client'
import type { Role } from '#server/models/accounts/roles.ts'
import { emailOf, rolesOf } from './claims.ts'

/** How people sign in with an OpenID provider: https://openid.net/specs/openid-connect-core-1_0.html */
export interface ProviderSettings {
  /** The provider's identifier, which its discovery document has to name. */
  issuer: string
  clientId: string
  clientSecret: string
  /** The provider's name on the button. */
  name: string
  scope: string
  /** Domains of addresses that may sign in, in lower case; empty lets all of the provider's. */
  allowedDomains: readonly string[]
  /** The claim that has the roles, with dots between its parts; undefined leaves roles to the desk. */
  roleClaim: string | undefined
  /** What the claim says, and the role that it stands for. */
  roles: readonly (readonly [said: string, role: Role])[]
  /** Who may still sign in with a password. */
  passwords: 'all' | 'owner-only'
}

/** What the browser must bring back: https://www.rfc-editor.org/rfc/rfc9700#section-2.1 */
export interface Begun {
  state: string
  nonce: string
  verifier: string
}

/** Somebody whom the provider has signed in. */
export interface Proven {
  issuer: string
  subject: string
  /** The address in lower case, if the provider has verified it. */
  email: string | undefined
  /** What the claim of roles says. */
  saysRoles: readonly string[]
}

export interface IdentityProvider {
  settings: ProviderSettings
  /** Where to send the browser. */
  begin(redirectUri: string): Promise<{ to: string; begun: Begun } | 'unreachable'>
  /** Takes the address with which the browser came back. */
  finish(answer: URL, begun: Begun): Promise<Proven | 'unreachable' | 'refused'>
}

interface Discovered {
  oidc: typeof import('openid-client')
  config: Configuration
}

interface ProviderOptions {
  settings: ProviderSettings
  /** Hears why a sign-in failed, which only whoever runs the desk should read. */
  onProblem(thrown: unknown): void
}

const TIMEOUT_SECONDS = 10

/**
 * The package is loaded when somebody first signs in with the provider, which is asked about itself for each sign-in: who would be
 * sent to a provider that does not answer is told so here.
 */
export function createIdentityProvider({ settings, onProblem }: ProviderOptions): IdentityProvider {
  const { issuer, clientId, clientSecret, scope, roleClaim } = settings
  let known: Discovered | undefined
  let asking: Promise<Discovered> | undefined

  /** However many sign in at once, there is one question. */
  function discover(): Promise<Discovered> {
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
  }

  async function ask(): Promise<Discovered> {
    const oidc = await import('openid-client')
    const execute = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []
    const options = { execute, timeout: TIMEOUT_SECONDS }
    const config = await oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, options)
    known = { oidc, config }
    return known
  }

  return {
    settings,

    async begin(redirectUri) {
      const found = await discover().catch(onProblem)
      if (!found) return 'unreachable'
      const { oidc, config } = found
      const begun = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      }
      const to = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope,
        state: begun.state,
        nonce: begun.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(begun.verifier),
        code_challenge_method: 'S256',
      })
      return { to: to.href, begun }
    },

    async finish(answer, { state, nonce, verifier }) {
      const found = known ?? (await discover().catch(onProblem))
      if (!found) return 'unreachable'
      const { oidc, config } = found
      try {
        const tokens = await oidc.authorizationCodeGrant(config, answer, {
          ...{
            expectedState: state,
            expectedNonce: nonce,
            pkceCodeVerifier: verifier,
            idTokenExpected: true,
          },
        })
        const inToken = tokens.claims()
        if (inToken === undefined) return 'refused'
        const isEnough =
          inToken.email !== undefined && (roleClaim === undefined || rolesOf(inToken, roleClaim).length > 0)
        const more =
          isEnough || config.serverMetadata().userinfo_endpoint === undefined
            ? {}
            : await oidc.fetchUserInfo(config, tokens.access_token, inToken.sub)
        const claims = { ...inToken, ...more }
        const saysRoles = roleClaim === undefined ? [] : rolesOf(claims, roleClaim)
        return { issuer: inToken.iss, subject: inToken.sub, email: emailOf(claims), saysRoles }
      } catch (thrown) {
        onProblem(thrown)
        return isAnswer(oidc, thrown) ? 'refused' : 'unreachable'
      }
    },
  }
}

/** Whether the provider was reached, and what it said was refused. */
function isAnswer(oidc: typeof import('openid-client'), thrown: unknown): boolean {
  if (thrown instanceof oidc.ClientError) return thrown.code !== 'OAUTH_TIMEOUT'
  return [oidc.AuthorizationResponseError, oidc.ResponseBodyError, oidc.WWWAuthenticateChallengeError].some(
    (kind) => thrown instanceof kind,
  )
}
