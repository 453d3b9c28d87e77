import { type Credentials, findCredentials, isStillRight } from '#server/store/accounts/accounts.ts'
import type { Store } from '#server/store/engine/store.ts'
import { parseEmail, passwordIsTooLong, passwordRefusal } from './credentials.ts'
import { DEVICE_MAX_AGE_SECONDS, findDevice, rememberDevice } from './known-devices.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import type { Random } from './secrets.ts'
import { createSession, endSession, SESSION_MAX_AGE_SECONDS } from './sessions.ts'
import { isSetupToken, redeemSetupToken } from './setup.ts'
import type { Throttle } from './throttle/throttle.ts'

/** Signing in and out, bound to one request. */
export interface SignIn {
  signIn(email: string, password: string): Promise<SignInResult>
  signOut(): Promise<void>
  /** Creates the owner by the one-time set-up link, and signs in. */
  setUp(token: string, email: string, password: string): Promise<SignInResult>
}

/** `field` is the form's field that the refusal is about. */
export type SignInResult = { ok: true } | { ok: false; refusal: string; field?: string }

export interface SignInRequest {
  ip: string
  userAgent: string | undefined
  /** The session cookie. */
  cookie: string | undefined
  /** The cookie of a browser in which this account has signed in before. */
  device: string | undefined
}

export interface SignInContext {
  store: Store
  throttle: Throttle
  clock: () => number
  random: Random
  request: SignInRequest
  /** Sets the session cookie, or with undefined takes it away. */
  setCookie(value: string | undefined, maxAgeSeconds: number): void
  setDeviceCookie(value: string, maxAgeSeconds: number): void
}

export function createSignIn(context: SignInContext): SignIn {
  const { store, throttle, clock, random, request, setCookie, setDeviceCookie } = context
  const { ip, userAgent, cookie } = request

  /** The browser's previous session ends: a planted session, or another account's, must not live on. */
  async function beginSession(account: Pick<Credentials, 'id' | 'passwordHash'>, isKnown: boolean) {
    const accountId = account.id
    const begun = await store.write(async (trx) => {
      // the password may have been changed, to end all sessions, while this one was checked
      if (!(await isStillRight(trx, account))) return undefined
      const now = clock()
      await endSession(trx, cookie)
      return {
        session: await createSession(trx, { accountId, now, random, ip, userAgent }),
        device: isKnown ? undefined : await rememberDevice(trx, { accountId, now, random }),
      }
    })
    if (begun === undefined) return refuse(IS_WRONG, 'password')
    setCookie(begun.session, SESSION_MAX_AGE_SECONDS)
    if (begun.device !== undefined) setDeviceCookie(begun.device, DEVICE_MAX_AGE_SECONDS)
    return { ok: true } as const // SignInResult's own literal
  }

  return {
    async signIn(emailText, password) {
      const email = parseEmail(emailText)
      if (email === undefined) return refuse('Cannot sign in: the email address is invalid', 'email')
      const device = await findDevice(store, { cookie: request.device, email, now: clock() })
      const who = { ip, email, device }
      const waitSeconds = await throttle.attempt(who, clock())
      if (waitSeconds > 0)
        return refuse(`Cannot sign in: too many attempts; try again in ${inWords(waitSeconds)}`)
      const account = passwordIsTooLong(password) ? undefined : await checkPassword(store, email, password)
      if (!account) return refuse(IS_WRONG, 'password')
      await throttle.forgive(who, clock())
      // Only a caller who knows the password learns that the account is disabled.
      if (account.disabledAt !== null) return refuse('Cannot sign in: this account is disabled')
      return beginSession(account, device !== undefined)
    },

    async signOut() {
      await store.write((trx) => endSession(trx, cookie))
      setCookie(undefined, 0)
    },

    async setUp(token, emailText, password) {
      // The token is checked before the password is hashed: only a caller who has the link may cause that work.
      if (!(await isSetupToken(store, token))) return refuse(LINK_IS_VOID)
      const email = parseEmail(emailText)
      if (email === undefined) return refuse('Cannot set up: the email address is invalid', 'email')
      const refusal = passwordRefusal(password)
      if (refusal) return refuse(`Cannot set up with this password: ${refusal}`, 'password')
      const passwordHash = await hashPassword(password)
      const id = await redeemSetupToken(store, token, { email, passwordHash, now: clock() })
      return id === undefined ? refuse(LINK_IS_VOID) : beginSession({ id, passwordHash }, false)
    },
  }
}

const IS_WRONG = 'Cannot sign in: the email or the password is wrong'

const LINK_IS_VOID =
  'Cannot set up: this link has been used or replaced. While no account exists, each start prints a new link'

async function checkPassword(
  store: Store,
  email: string,
  password: string,
): Promise<Credentials | undefined> {
  const account = await findCredentials(store.db, email)
  return (await verifyPassword(password, account?.passwordHash)) ? account : undefined
}

function refuse(refusal: string, field?: string): SignInResult {
  return { ok: false, refusal, ...(field === undefined ? {} : { field }) }
}

function inWords(seconds: number): string {
  return seconds === 1 ? 'a second' : `${seconds} seconds`
}
