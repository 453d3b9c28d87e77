import {
  beginSession,
  refuse,
  type SignInContext,
  type SignInResult,
} from '#server/accounts/begin-session.ts'
import type { Kept } from '#server/accounts/browser/browser-memory.ts'
import { signInByPassword } from '#server/accounts/factors/password-sign-in.ts'
import { findDevice } from '#server/accounts/known-devices.ts'
import { redeemInvitation } from '#server/accounts/links/redeem.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { recordFailedSignIn } from '#server/accounts/record-sign-in.ts'
import { newSecret } from '#server/accounts/secrets.ts'
import { listOpenLinks } from '#server/store/accounts/account-links.ts'
import { findAccountById, findCredentials } from '#server/store/accounts/accounts.ts'
import { findIdentity } from '#server/store/accounts/identities.ts'
import type { SessionIdentity } from './accept-identity.ts'
import { isOfDomains, roleOf } from './claims.ts'
import type { Proven } from './provider.ts'

/** Why nobody was signed in; the page of signing in has a sentence for each. */
export type ProviderProblem =
  | 'unreachable'
  | 'refused'
  | 'over'
  | 'unverified'
  | 'domain'
  | 'unknown'
  | 'disabled'
  | 'taken'

/** `next` is the place that was asked for before signing in. `isLinked` is false while the password is missing. */
type Ended = { isLinked: boolean; next?: string } | { problem: ProviderProblem }

/** Signing in with the OpenID provider of the settings. */
export interface ProviderSignIn {
  /** The provider's name; undefined if there is none. */
  providerName: string | undefined
  issuer: string | undefined
  /** Only owners may do without it. */
  isForAll: boolean
  /** Says where to send the browser. */
  begin(next?: string): Promise<{ to: string } | { problem: ProviderProblem }>
  /** Takes the query with which the browser came back. */
  end(query: string): Promise<Ended>
  /** Whom the provider has signed in here, and who has to enter the password of their account once. */
  findProven(): Promise<{ email: string } | undefined>
  /** Links them to the account of their address, by its password, and signs in. */
  link(password: string): Promise<SignInResult>
}

const CALLBACK = '/sign-in/provider/callback'

export function createProviderSignIn(context: SignInContext): ProviderSignIn {
  const { store, clock, memory, publicUrl, provider, random, request } = context
  if (provider === undefined) return NO_PROVIDER
  const { settings } = provider

  async function fail(
    problem: ProviderProblem,
    email = settings.name,
  ): Promise<{ problem: ProviderProblem }> {
    await recordFailedSignIn(store, { email, ip: request.ip, now: clock() })
    return { problem }
  }

  /** Begins the session of an account that is linked, or whose link needs nothing more. */
  async function enter(accountId: number, identity: SessionIdentity): Promise<ProviderProblem | undefined> {
    const account = await findAccountById(store.db, accountId)
    if (account === undefined || account.disabledAt !== null) return 'disabled'
    const known = { cookie: request.device, email: account.email, now: clock() }
    const isKnown = (await findDevice(store, known)) !== undefined
    return (await beginSession(context, account, { isKnown, identity })) ? undefined : 'taken'
  }

  /** Adds the account that somebody was invited to by an address that the provider has verified. */
  async function join(email: string): Promise<number | undefined> {
    const now = clock()
    const open = await listOpenLinks(store.db, { kind: 'invitation', now })
    const link = open.find((each) => each.email === email)
    if (link === undefined) return undefined
    const passwordHash = await hashPassword(newSecret(random)) // nobody knows it; a reset link sets another
    const { tokenHash } = link
    const joined = await redeemInvitation(store, { tokenHash, name: '', passwordHash, now, ip: request.ip })
    return 'refusal' in joined ? undefined : joined.accountId
  }

  async function admit(proven: Proven, next: Pick<Kept['oidc'], 'next'>): Promise<Ended> {
    const { issuer, subject, email, saysRoles } = proven
    const known = await findIdentity(store.db, { issuer, subject })
    const needsAddress = known === undefined || settings.allowedDomains.length > 0
    if (email === undefined && needsAddress) return fail('unverified')
    if (!isOfDomains(email, settings.allowedDomains)) return fail('domain', email)
    const role = roleOf(saysRoles, settings.roles)
    const isNew = known === undefined
    const identity = { issuer, subject, isNew, provider: settings.name, ...(role !== undefined && { role }) }
    const mayLink = known === undefined && email !== undefined
    if (mayLink && (await findCredentials(store.db, email)) !== undefined) {
      await memory.keep('proven', { email, identity })
      return { isLinked: false, ...next }
    }
    const accountId = mayLink ? await join(email) : known
    if (accountId === undefined) return fail('unknown', email)
    const problem = await enter(accountId, identity)
    return problem === undefined ? { isLinked: true, ...next } : fail(problem, email)
  }

  return {
    providerName: settings.name,
    issuer: settings.issuer,
    isForAll: settings.passwords === 'owner-only',

    async begin(next) {
      const begun = await provider.begin(publicUrl + CALLBACK)
      if (begun === 'unreachable') return { problem: begun }
      await memory.keep('oidc', { ...begun.begun, ...(next !== undefined && { next }) })
      return { to: begun.to }
    },

    async end(query) {
      const begun = await memory.take('oidc')
      if (begun === undefined) return { problem: 'over' }
      const proven = await provider.finish(new URL(`${publicUrl}${CALLBACK}${query}`), begun)
      if (proven === 'unreachable') return { problem: proven }
      if (proven === 'refused') return fail(proven)
      return admit(proven, begun.next === undefined ? {} : { next: begun.next })
    },

    async findProven() {
      const proven = await memory.read('proven')
      return proven && { email: proven.email }
    },

    async link(password) {
      const proven = await memory.read('proven')
      if (proven === undefined) return refuse(IS_OVER)
      const { email, identity } = proven
      const signedIn = await signInByPassword(context, { email, password, identity })
      if (signedIn.ok) await memory.take('proven')
      return signedIn
    },
  }
}

/** @internal */
export const NO_PROVIDER: ProviderSignIn = {
  providerName: undefined,
  issuer: undefined,
  isForAll: false,
  begin: async () => ({ problem: 'over' }),
  end: async () => ({ problem: 'over' }),
  findProven: async () => undefined,
  link: async () => refuse(IS_OVER),
}

const IS_OVER = 'Cannot sign in: the provider was asked too long ago. Begin again'
