import type { LinkMailed, LinkToMail } from '#server/models/accounts/links.ts'
import { type Credentials, findIfRight } from '#server/store/accounts/accounts.ts'
import type { Store } from '#server/store/engine/store.ts'
import { followBrowser } from '#server/store/notifications/push-browsers.ts'
import type { BrowserMemory } from './browser/browser-memory.ts'
import { DEVICE_MAX_AGE_SECONDS, rememberDevice } from './known-devices.ts'
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

/**
 * Begins a session of the account whose password was checked or was just set, or whom a provider has signed in. False if the
 * password was changed meanwhile, or the provider's identity is another account's.
 * The browser's previous session ends: a planted session, or another account's, must not live on.
 */
export async function beginSession(
  { store, clock, random, request, setCookie, setDeviceCookie }: SignInContext,
  account: Pick<Credentials, 'id' | 'passwordHash'>,
  { isKnown, identity }: { isKnown: boolean; identity?: SessionIdentity },
): Promise<boolean> {
  const { ip, userAgent, cookie, device } = request
  const accountId = account.id
  const begun = await store.write(async (trx) => {
    // the password may have been changed, to end all sessions, while this one was checked
    const found = await findIfRight(trx, account)
    if (found === undefined) return undefined
    const now = clock()
    const by = { accountId, ip, now, provider: identity?.provider }
    if (identity && !(await acceptIdentity(trx, identity, by))) return undefined
    await recordSignIn(trx, found, by)
    const session = await createSession(trx, { accountId, now, random, ip, userAgent })
    const remembered = isKnown ? undefined : await rememberDevice(trx, { accountId, now, random })
    const was = { session: hashIfAny(cookie), device: hashIfAny(device) }
    const is = { session: hashSecret(session), device: hashIfAny(remembered ?? device) }
    await followBrowser(trx, { accountId, was, is })
    await endSession(trx, cookie)
    return { session, device: remembered }
  })
  if (begun === undefined) return false
  setCookie(begun.session, SESSION_MAX_AGE_SECONDS)
  if (begun.device !== undefined) setDeviceCookie(begun.device, DEVICE_MAX_AGE_SECONDS)
  return true
}

const hashIfAny = (cookie: string | undefined) => (cookie ? hashSecret(cookie) : undefined)

export function refuse(refusal: string, field?: string): Refused {
  return { ok: false, refusal, ...(field === undefined ? {} : { field }) }
}

/** How long to wait, at the end of a sentence. */
export function inWords(seconds: number): string {
  return seconds === 1 ? 'a second' : `${seconds} seconds`
}
