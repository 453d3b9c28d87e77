import {
  beginSession,
  refuse,
  type SignInContext,
  type SignInResult,
} from '#server/accounts/begin-session.ts'
import type { Kept } from '#server/accounts/browser/browser-memory.ts'
import { type AccountById, findAccountById } from '#server/store/accounts/accounts.ts'
import {
  findPasskey,
  listPasskeys,
  notePasskeyUse,
  type PasskeyRow,
} from '#server/store/accounts/factors/passkey-rows.ts'
import { countAttempt, tooMany } from './confirm-password.ts'
import {
  checkAssertion,
  credentialIdOf,
  isUserOf,
  type PublicKeyCredentialRequestOptionsJSON,
  requestOptions,
} from './passkeys.ts'
import { type RelyingParty, relyingPartyOf } from './relying-party.ts'
import { IS_OVER } from './second-step.ts'

export interface PasskeySignIn {
  /** False where browsers offer no passkeys, because of the desk's address. */
  canHavePasskeys: boolean
  /** Begins to sign in with a passkey instead of a password. */
  askForPasskey(): Promise<PasskeyAsked>
  /** Begins to end a sign-in whose password was right. */
  askForSecondPasskey(): Promise<PasskeyAsked>
  /** Signs in with the browser's answer (JSON) to either. */
  signInWithPasskey(credential: string): Promise<SignInResult>
}

export type PasskeyAsked = { options: PublicKeyCredentialRequestOptionsJSON } | { refusal: string }

export function createPasskeySignIn(context: SignInContext): PasskeySignIn {
  const { store, throttle, clock, memory, publicUrl } = context
  const party = relyingPartyOf(publicUrl)

  async function ask(use: 'sign-in' | 'second-step', allowed?: PasskeyRow[], accountId?: number) {
    if (party === undefined) return { refusal: NOT_HERE }
    const options = await requestOptions(party, allowed)
    const { challenge } = options
    await memory.keep('challenge', { use, challenge, ...(accountId !== undefined && { accountId }) })
    return { options }
  }

  /** Whose passkey it is, if it may be used for what was asked. */
  async function findSigner(asked: Kept['challenge'] | undefined, credential: string) {
    const id = asked && asked.use !== 'register' ? credentialIdOf(credential) : undefined
    const passkey = id === undefined ? undefined : await findPasskey(store.db, id)
    if (asked === undefined || passkey === undefined) return undefined
    if (asked.accountId !== undefined && asked.accountId !== passkey.accountId) return undefined
    const account = await findAccountById(store.db, passkey.accountId)
    return account && isUserOf(credential, account) ? { asked, passkey, account } : undefined
  }

  async function isRight(party: RelyingParty, signer: Signer, credential: string): Promise<boolean> {
    const { asked, passkey } = signer
    const { challenge, use } = asked
    // Alone, a passkey is two factors only if its device has checked who holds it.
    const requireUserVerification = use === 'sign-in'
    const signCount = await checkAssertion(party, { credential, challenge, passkey, requireUserVerification })
    if (signCount === undefined) return false
    const noted = { id: passkey.id, before: passkey.signCount, signCount, now: clock() }
    return store.write((trx) => notePasskeyUse(trx, noted))
  }

  return {
    canHavePasskeys: party !== undefined,
    askForPasskey: () => ask('sign-in'),

    async askForSecondPasskey() {
      const pending = await memory.read('sign-in')
      if (pending === undefined) return { refusal: IS_OVER }
      const { accountId } = pending
      return ask('second-step', await listPasskeys(store.db, accountId), accountId)
    },

    async signInWithPasskey(credential) {
      const asked = await memory.take('challenge')
      const signer = await findSigner(asked, credential)
      if (party === undefined || signer === undefined) return refuse(NOT_ACCEPTED)
      const { account } = signer
      const counted = await countAttempt(context, account.email)
      if ('waitSeconds' in counted) return refuse(`Cannot sign in: ${tooMany(counted.waitSeconds)}`)
      if (!(await isRight(party, signer, credential))) return refuse(NOT_ACCEPTED)
      const pending = signer.asked.use === 'second-step' ? await memory.take('sign-in') : undefined
      if (signer.asked.use === 'second-step' && pending?.accountId !== account.id) return refuse(IS_OVER)
      await throttle.forgive(counted.who, clock())
      if (account.disabledAt !== null) return refuse('Cannot sign in: this account is disabled')
      const isKnown = counted.who.device !== undefined
      const how = { isKnown, ...(pending?.identity && { identity: pending.identity }) }
      return (await beginSession(context, account, how)) ? { ok: true } : refuse(NOT_ACCEPTED)
    },
  }
}

interface Signer {
  asked: Kept['challenge']
  passkey: PasskeyRow
  account: AccountById
}

const NOT_HERE = 'Cannot use passkeys: this desk’s address is neither https with a name nor localhost'
const NOT_ACCEPTED =
  'Cannot sign in: the passkey was not accepted. It may have been removed, or the page was open for too long'
