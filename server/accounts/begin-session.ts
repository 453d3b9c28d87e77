import type { LinkMailed, LinkToMail } from '#server/models/accounts/links.ts'
import { deleteExpiredSessions } from '#server/store/accounts/account-sessions.ts'
import type { Credentials } from '#server/store/accounts/accounts.ts'
import { findIfRight } from '#server/store/accounts/factors/right-account.ts'
import type { Store } from '#server/store/engine/store.ts'
import { followBrowser } from '#server/store/notifications/push-browsers.ts'
import type { BrowserMemory } from './browser/browser-memory.ts'
import { DEVICE_MAX_AGE_SECONDS, forgetSpareDevices, rememberDevice } from './known-devices.ts'
import { acceptIdentity, type SessionIdentity } from './oidc/accept-identity.ts'
import type { IdentityProvider } from './oidc/provider.ts'
import { recordSignIn } from './record-sign-in.ts'
import { hashSecret, type Random } from './secrets.ts'
import { createSession, endSession, SESSION_MAX_AGE_SECONDS } from './sessions.ts'
import type { Throttle } from './throttle/throttle.ts'

/** `field` is the form's field that the refusal is about. */
export type SignInResult = SignedIn | Refused

/** With a second step to come, nobody is signed in yet. */
interface SignedIn {
  ok: true
  needsSecondStep?: true
}

interface Refused {
  ok: false
  refusal: string
  field?: string
}

export interface SignInRequest {
  ip: string
  userAgent: string | undefined
  /** The session cookie. */
  cookie: string | undefined
  /** The cookie of a browser in which this account has signed in before. */
  device: string | undefined
}

/** Mails links to the people that they are for. */
export interface LinkMailer {
  /** Says what became of the mail; it never throws. */
  mail(link: LinkToMail): Promise<LinkMailed>
  /** Hears of failures that nobody waits for. */
  onFailure(thrown: unknown): void
}

export interface SignInContext {
  store: Store
  throttle: Throttle
  clock: () => number
  random: Random
  request: SignInRequest
  /** What is kept for this browser until its next step. */
  memory: BrowserMemory
  publicUrl: string
  /** The OpenID provider of the settings. */
  provider?: IdentityProvider | undefined
  /** Absent where the desk sends no mail. */
  mailer?: LinkMailer | undefined
  /** Sets the session cookie, or with undefined takes it away. */
  setCookie(value: string | undefined, maxAgeSeconds: number): void
  setDeviceCookie(value: string, maxAgeSeconds: number): void
}

/** The account whose password was checked or was just set, or whom a provider has signed in. */
type Checked = Pick<Credentials, 'id' | 'passwordHash'>

interface Beginning {
  /** The account has signed in with this browser before. */
  isKnown: boolean
  identity?: SessionIdentity
}

/**
 * Begins a session of an account that needs no other factor, or has shown one. False if the password was changed meanwhile, or
 * the provider's identity is another account's.
 */
export async function beginSession(
  context: SignInContext,
  account: Checked,
  beginning: Beginning,
): Promise<boolean> {
  return (await begin(context, account, { ...beginning, mayHaveFactor: true })) === 'begun'
}

/** The same, after a password alone: an account that has a factor is not signed in yet. */
export function beginUnlessFactor(
  context: SignInContext,
  account: Checked,
  beginning: Beginning,
): Promise<Begun> {
  return begin(context, account, { ...beginning, mayHaveFactor: false })
}

type Begun = 'begun' | 'has factor' | 'refused'

/** The browser's previous session ends: a planted session, or another account's, must not live on. */
async function begin(
  { store, clock, random, request, setCookie, setDeviceCookie }: SignInContext,
  account: Checked,
  { isKnown, identity, mayHaveFactor }: Beginning & { mayHaveFactor: boolean },
): Promise<Begun> {
  const { ip, userAgent, cookie, device } = request
  const accountId = account.id
  const begun = await store.write(async (trx) => {
    const now = clock()
    // the password may have been changed, to end all sessions, while this one was checked
    const found = await findIfRight(trx, { ...account, now })
    if (found === undefined) return 'refused'
    if (found.hasFactor && !mayHaveFactor) return 'has factor'
    const by = { accountId, ip, now, provider: identity?.provider }
    if (identity && !(await acceptIdentity(trx, identity, by))) return 'refused'
    await recordSignIn(trx, found, by)
    if (found.hasExpiredSessions) await deleteExpiredSessions(trx, now)
    const session = await createSession(trx, { accountId, now, random, ip, userAgent })
    const remembered = isKnown ? undefined : await rememberDevice(trx, { accountId, now, random })
    if (!isKnown) await forgetSpareDevices(trx, found, now)
    if (cookie || device) {
      const was = { session: hashIfAny(cookie), device: hashIfAny(device) }
      const is = { session: hashSecret(session), device: hashIfAny(remembered ?? device) }
      await followBrowser(trx, { accountId, was, is })
      await endSession(trx, cookie)
    }
    return { session, device: remembered }
  })
  if (typeof begun === 'string') return begun
  setCookie(begun.session, SESSION_MAX_AGE_SECONDS)
  if (begun.device !== undefined) setDeviceCookie(begun.device, DEVICE_MAX_AGE_SECONDS)
  return 'begun'
}

const hashIfAny = (cookie: string | undefined) => (cookie ? hashSecret(cookie) : undefined)

export function refuse(refusal: string, field?: string): Refused {
  return { ok: false, refusal, ...(field === undefined ? {} : { field }) }
}

/** How long to wait, at the end of a sentence. */
export function inWords(seconds: number): string {
  return seconds === 1 ? 'a second' : `${seconds} seconds`
}
