import { beginSession, refuse, type SignInContext, type SignInResult } from './begin-session.ts'
import { parseEmail, passwordRefusal } from './credentials.ts'
import { createPasskeySignIn, type PasskeySignIn } from './factors/passkey-sign-in.ts'
import { signInByPassword } from './factors/password-sign-in.ts'
import { createSecondStep, type SecondStep } from './factors/second-step.ts'
import { createProviderSignIn, type ProviderSignIn } from './oidc/provider-sign-in.ts'
import { hashPassword } from './passwords.ts'
import { recordSignOut } from './record-sign-in.ts'
import { endSession } from './sessions.ts'
import { isSetupToken, redeemSetupToken } from './setup.ts'

/** Signing in and out, bound to one request. */
export interface SignIn extends SecondStep, PasskeySignIn {
  signIn(email: string, password: string): Promise<SignInResult>
  /** With the OpenID provider of the settings. */
  provider: ProviderSignIn
  signOut(): Promise<void>
  /** Creates the owner by the one-time set-up link, and signs in. */
  setUp(token: string, email: string, password: string): Promise<SignInResult>
}

export function createSignIn(context: SignInContext): SignIn {
  const { store, clock, request, setCookie } = context
  const { ip, cookie } = request

  return {
    ...createSecondStep(context),
    ...createPasskeySignIn(context),

    signIn: (email, password) => signInByPassword(context, { email, password }),
    provider: createProviderSignIn(context),

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

const LINK_IS_VOID =
  'Cannot set up: this link has been used or replaced. While no account exists, each start prints a new link'
