import { deleteIdleRecoveryCodes } from '#server/store/accounts/factors/factor-rows.ts'
import { deleteTotp, findTotp, insertTotp } from '#server/store/accounts/factors/totp-rows.ts'
import { passwordRefusalOf } from './confirm-password.ts'
import {
  addFirstRecoveryCodes,
  type FactorOutcome,
  noteFactor,
  type OwnContext,
  refusing,
} from './own-context.ts'
import { takeCode } from './take-code.ts'
import { findTotpStep, newTotpSecret, totpAddress } from './totp.ts'

export interface OwnTotp {
  /** Makes a secret that this browser shows until a first code confirms it. */
  begin(password: string): Promise<FactorOutcome>
  /** What an app has to know, while one is being set up in this browser: as text, and as an `otpauth:` address. */
  findBegun(): Promise<{ secret: string; address: string } | undefined>
  confirm(code: string): Promise<FactorOutcome>
  cancel(): Promise<void>
  turnOff(given: { password: string; code: string }): Promise<FactorOutcome>
}

const TURN_ON = 'Cannot turn the app on'
const TURN_OFF = 'Cannot turn the app off'

export function createOwnTotp(context: OwnContext): OwnTotp {
  const { store, viewer, clock, random, memory, publicUrl } = context
  const accountId = viewer.id

  async function findBegun() {
    const begun = await memory.read('totp')
    return begun?.accountId === accountId ? begun.secret : undefined
  }

  return {
    async begin(password) {
      const refused = await passwordRefusalOf(context, { email: viewer.email, password })
      if (refused) return refusing(TURN_ON, refused)
      if (await findTotp(store.db, accountId)) return refusing(TURN_ON, IS_ON)
      await memory.keep('totp', { accountId, secret: newTotpSecret(random) })
      return {}
    },

    async findBegun() {
      const secret = await findBegun()
      if (secret === undefined) return undefined
      // Its host tells one desk's entry in the app from another's.
      const issuer = `Crumbtrail ${new URL(publicUrl).host}`
      return { secret, address: totpAddress({ secret, email: viewer.email, issuer }) }
    },

    async confirm(typed) {
      const secret = await findBegun()
      if (secret === undefined) return refusing(TURN_ON, IS_OVER)
      const now = clock()
      const step = findTotpStep({ secret, code: typed.replaceAll(/\s/g, ''), now, after: null })
      if (step === undefined) return refusing(TURN_ON, CODE_IS_WRONG)
      if ((await memory.take('totp')) === undefined) return refusing(TURN_ON, IS_OVER)
      return store.write(async (trx) => {
        const isNew = await insertTotp(trx, { accountId, secret, step, now })
        if (!isNew) return refusing(TURN_ON, IS_ON)
        await noteFactor(trx, context, { action: 'factor.add', details: { kind: 'app' } })
        return addFirstRecoveryCodes(trx, context)
      })
    },

    async cancel() {
      await memory.take('totp')
    },

    async turnOff({ password, code }) {
      const refused = await passwordRefusalOf(context, { email: viewer.email, password })
      if (refused) return refusing(TURN_OFF, refused)
      const taken = await takeCode(store, { accountId, typed: code, now: clock() })
      if (taken === undefined) return refusing(TURN_OFF, CODE_IS_WRONG)
      await store.write(async (trx) => {
        await deleteTotp(trx, accountId)
        await noteFactor(trx, context, { action: 'factor.remove', details: { kind: 'app' } })
        await deleteIdleRecoveryCodes(trx, accountId)
      })
      return {}
    },
  }
}

const IS_ON = { refusal: 'it is on already' }
const IS_OVER = { refusal: 'it was begun too long ago. Begin again' }
const CODE_IS_WRONG = { refusal: 'the code is wrong, or was used before', field: 'code' }
