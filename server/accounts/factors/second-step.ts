import {
  beginSession,
  refuse,
  type SignInContext,
  type SignInResult,
} from '#server/accounts/begin-session.ts'
import { recordFailedSignIn } from '#server/accounts/record-sign-in.ts'
import { type FactorKinds, findFactorKinds } from '#server/store/accounts/factors/factor-rows.ts'
import { countAttempt, tooMany } from './confirm-password.ts'
import { takeCode } from './take-code.ts'

/** The second step of signing in: after the right password of an account that has a factor. */
export interface SecondStep {
  /** The factors that this browser's sign-in can end with; undefined if none waits here. */
  findPending(): Promise<({ email: string } & FactorKinds) | undefined>
  /** Ends the sign-in with a code of an app, or with a recovery code. */
  signInWithCode(code: string): Promise<SignInResult>
}

export const IS_OVER = 'Cannot sign in: the password was entered too long ago. Enter it again'

export function createSecondStep(context: SignInContext): SecondStep {
  const { store, throttle, clock, memory } = context
  return {
    async findPending() {
      const pending = await memory.read('sign-in')
      return pending && { email: pending.email, ...(await findFactorKinds(store.db, pending.accountId)) }
    },

    async signInWithCode(typed) {
      const pending = await memory.read('sign-in')
      if (pending === undefined) return refuse(IS_OVER)
      const counted = await countAttempt(context, pending.email)
      if ('waitSeconds' in counted) return refuse(`Cannot sign in: ${tooMany(counted.waitSeconds)}`)
      const { accountId, passwordHash, identity } = pending
      const taken = await takeCode(store, { accountId, typed, now: clock() })
      if (taken === undefined) {
        await recordFailedSignIn(store, { email: pending.email, ip: context.request.ip, now: clock() })
        return refuse(CODE_IS_WRONG, 'code')
      }
      if ((await memory.take('sign-in')) === undefined) return refuse(IS_OVER)
      await throttle.forgive(counted.who, clock())
      const isKnown = counted.who.device !== undefined
      const hasBegun = await beginSession(
        context,
        { id: accountId, passwordHash },
        { isKnown, ...(identity && { identity }) },
      )
      return hasBegun ? { ok: true } : refuse(IS_OVER)
    },
  }
}

const CODE_IS_WRONG = 'Cannot sign in: the code is wrong, or was used before'
