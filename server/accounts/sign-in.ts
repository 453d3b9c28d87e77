import { findCredentials } from '../store/accounts.ts'
import type { Store } from '../store/store.ts'
import { parseEmail, passwordFault, passwordIsTooLong } from './credentials.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import type { Random } from './secrets.ts'
import { createSession, endSession, SESSION_MAX_AGE_SECONDS } from './sessions.ts'
import { isSetupToken, redeemSetupToken } from './setup.ts'
import type { Throttle } from './throttle.ts'

/** Signing in and out, bound to one request. */
export interface SignIn {
  signIn(email: string, password: string): Promise<SignInResult>
  signOut(): Promise<void>
  /** Creates the owner by the one-time set-up link, and signs in. */
  setUp(token: string, email: string, password: string): Promise<SignInResult>
}

/** `field` is the form's field that the refusal is about. */
export type SignInResult = { ok: true } | { ok: false; refusal: string; field?: string }

export interface SignInContext {
  store: Store
  throttle: Throttle
  clock: () => number
  random: Random
  request: { ip: string; cookie: string | undefined }
  /** Sets the session cookie, or with undefined takes it away. */
  setCookie(value: string | undefined, maxAgeSeconds: number): void
}

export function createSignIn(context: SignInContext): SignIn {
  const { store, throttle, clock, random, request, setCookie } = context

  /** The session that the browser had ends: what was planted there, or another account's, must not live on. */
  async function beginSession(accountId: number): Promise<SignInResult> {
    const value = await store.write(async (trx) => {
      await endSession(trx, request.cookie)
      return createSession(trx, { accountId, now: clock(), random })
    })
    setCookie(value, SESSION_MAX_AGE_SECONDS)
    return { ok: true }
  }

  return {
    async signIn(emailText, password) {
      const email = parseEmail(emailText)
      if (email === undefined) return refuse('Cannot sign in: this is not an email address', 'email')
      const who = { ip: request.ip, email }
      const waitSeconds = throttle.attempt(who, clock())
      if (waitSeconds > 0)
        return refuse(`Cannot sign in: too many attempts; try again in ${minutes(waitSeconds)}`)
      const account = passwordIsTooLong(password) ? undefined : await checkPassword(store, email, password)
      if (!account) return refuse('Cannot sign in: the email or the password is wrong', 'password')
      throttle.forgive(who)
      return beginSession(account.id)
    },

    async signOut() {
      await store.write((trx) => endSession(trx, request.cookie))
      setCookie(undefined, 0)
    },

    async setUp(token, emailText, password) {
      // Before the password is hashed: only who has the link may make us work.
      if (!(await isSetupToken(store, token))) return refuse(LINK_IS_VOID)
      const email = parseEmail(emailText)
      if (email === undefined) return refuse('Cannot set up: this is not an email address', 'email')
      const fault = passwordFault(password)
      if (fault) return refuse(`Cannot set up with this password: ${fault}`, 'password')
      const passwordHash = await hashPassword(password)
      const accountId = await redeemSetupToken(store, token, { email, passwordHash, now: clock() })
      return accountId === undefined ? refuse(LINK_IS_VOID) : beginSession(accountId)
    },
  }
}

const LINK_IS_VOID =
  'Cannot set up: this link was used or replaced. While no account exists, each start prints a new one'

async function checkPassword(
  store: Store,
  email: string,
  password: string,
): Promise<{ id: number } | undefined> {
  const account = await findCredentials(store.db, email)
  return (await verifyPassword(password, account?.passwordHash)) ? account : undefined
}

function refuse(refusal: string, field?: string): SignInResult {
  return { ok: false, refusal, ...(field === undefined ? {} : { field }) }
}

function minutes(seconds: number): string {
  const count = Math.ceil(seconds / 60)
  return count === 1 ? 'a minute' : `${count} minutes`
}
