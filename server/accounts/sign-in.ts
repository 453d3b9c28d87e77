import { type Credentials, findCredentials } from '#server/store/accounts/accounts.ts'
import { findFactorKinds } from '#server/store/accounts/factors/factor-rows.ts'
import type { Store } from '#server/store/engine/store.ts'
import { beginSession, inWords, refuse, type SignInContext, type SignInResult } from './begin-session.ts'
import { parseEmail, passwordIsTooLong, passwordRefusal } from './credentials.ts'
import { createPasskeySignIn, type PasskeySignIn } from './factors/passkey-sign-in.ts'
import { createSecondStep, type SecondStep } from './factors/second-step.ts'
import { findDevice } from './known-devices.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { recordFailedSignIn, recordSignOut } from './record-sign-in.ts'
import { endSession } from './sessions.ts'
import { isSetupToken, redeemSetupToken } from './setup.ts'

/** Signing in and out, bound to one request. */
export interface SignIn extends SecondStep, PasskeySignIn {
  signIn(email: string, password: string): Promise<SignInResult>
  signOut(): Promise<void>
  /** Creates the owner by the one-time set-up link, and signs in. */
  setUp(token: string, email: string, password: string): Promise<SignInResult>
}

export function createSignIn(context: SignInContext): SignIn {
  const { store, throttle, clock, request, memory, setCookie } = context
  const { ip, cookie } = request

  return {
    ...createSecondStep(context),
    ...createPasskeySignIn(context),

    async signIn(emailText, password) {
      const email = parseEmail(emailText)
      if (email === undefined) return refuse('Cannot sign in: the email address is invalid', 'email')
      const device = await findDevice(store, { cookie: request.device, email, now: clock() })
      const who = { ip, email, device }
      const waitSeconds = await throttle.attempt(who, clock())
      if (waitSeconds > 0)
        return refuse(`Cannot sign in: too many attempts; try again in ${inWords(waitSeconds)}`)
      const account = passwordIsTooLong(password) ? undefined : await checkPassword(store, email, password)
      if (!account) {
        await recordFailedSignIn(store, { email, ip, now: clock() })
        return refuse(IS_WRONG, 'password')
      }
      await throttle.forgive(who, clock())
      // Only a caller who knows the password learns that the account is disabled.
      if (account.disabledAt !== null) return refuse('Cannot sign in: this account is disabled')
      const { hasTotp, hasPasskey } = await findFactorKinds(store.db, account.id)
      if (hasTotp || hasPasskey) {
        await memory.keep('sign-in', { accountId: account.id, email, passwordHash: account.passwordHash })
        return { ok: true, needsSecondStep: true }
      }
      const isKnown = device !== undefined
      return (await beginSession(context, account, { isKnown })) ? { ok: true } : refuse(IS_WRONG, 'password')
    },

    async signOut() {
      await store.write(async (trx) => {
        await recordSignOut(trx, { cookie, ip, now: clock() })
        await endSession(trx, cookie)
      })
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
      const id = await redeemSetupToken(store, token, { email, passwordHash, ip, now: clock() })
      if (id === undefined) return refuse(LINK_IS_VOID)
      await beginSession(context, { id, passwordHash }, { isKnown: false })
      return { ok: true }
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
