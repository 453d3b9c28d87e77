import {
  beginUnlessFactor,
  inWords,
  refuse,
  type SignInContext,
  type SignInResult,
} from '#server/accounts/begin-session.ts'
import { parseEmail, passwordIsTooLong } from '#server/accounts/credentials.ts'
import { findDevice } from '#server/accounts/known-devices.ts'
import type { SessionIdentity } from '#server/accounts/oidc/accept-identity.ts'
import { verifyPassword } from '#server/accounts/passwords.ts'
import { recordFailedSignIn } from '#server/accounts/record-sign-in.ts'
import { type Credentials, findCredentials } from '#server/store/accounts/accounts.ts'
import { findAccount } from '#server/store/accounts/manage-accounts.ts'
import type { Store } from '#server/store/engine/store.ts'

interface Typed {
  email: string
  password: string
  /** What a provider has proven, and the password links to the account. */
  identity?: SessionIdentity
}

/** Signs in by a password, or begins the second step of an account that has a factor. */
export async function signInByPassword(
  context: SignInContext,
  { email: emailText, password, identity }: Typed,
): Promise<SignInResult> {
  const { store, throttle, clock, request, memory } = context
  const { ip } = request
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
  // Only a caller who knows the password learns that the account is disabled, or needs the provider.
  if (account.disabledAt !== null) return refuse('Cannot sign in: this account is disabled')
  if (identity === undefined && !(await takesPasswordOf(context, account.id))) {
    return refuse(
      `Cannot sign in: use ${context.provider?.settings.name}. Only owners sign in with a password`,
    )
  }
  const withIdentity = identity === undefined ? {} : { identity }
  const beginning = { isKnown: device !== undefined, ...withIdentity }
  const begun = await beginUnlessFactor(context, account, beginning)
  if (begun === 'begun') return { ok: true }
  if (begun === 'has factor') {
    const { id: accountId, passwordHash } = account
    await memory.keep('sign-in', { accountId, email, passwordHash, ...withIdentity })
    return { ok: true, needsSecondStep: true }
  }
  return identity === undefined ? refuse(IS_WRONG, 'password') : refuse(IS_TAKEN)
}

/** Whether an account may sign in with its password alone: of some desks, only owners may. */
export async function takesPasswordOf(
  { store, provider, clock }: SignInContext,
  accountId: number,
): Promise<boolean> {
  if (provider?.settings.passwords !== 'owner-only') return true
  return (await findAccount(store.db, { id: accountId }, clock()))?.role === 'owner'
}

const IS_WRONG = 'Cannot sign in: the email or the password is wrong'
const IS_TAKEN =
  'Cannot link the account: it is linked to another user of this provider. Unlink it on its page first'

async function checkPassword(
  store: Store,
  email: string,
  password: string,
): Promise<Credentials | undefined> {
  const account = await findCredentials(store.db, email)
  return (await verifyPassword(password, account?.passwordHash)) ? account : undefined
}
