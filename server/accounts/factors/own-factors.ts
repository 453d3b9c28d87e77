import {
  areFactorsRequired,
  findFactorKinds,
  requireFactors,
} from '#server/store/accounts/factors/factor-rows.ts'
import { listPasskeys } from '#server/store/accounts/factors/passkey-rows.ts'
import { countRecoveryCodes } from '#server/store/accounts/factors/recovery-code-rows.ts'
import { findTotp } from '#server/store/accounts/factors/totp-rows.ts'
import { passwordRefusalOf } from './confirm-password.ts'
import {
  type FactorOutcome,
  noteFactor,
  type OwnContext,
  refusing,
  renewRecoveryCodes,
} from './own-context.ts'
import { createOwnPasskeys, type OwnPasskeys } from './own-passkeys.ts'
import { createOwnTotp, type OwnTotp } from './own-totp.ts'
import { relyingPartyOf } from './relying-party.ts'

export interface OwnedFactors {
  /** When the app was turned on, in milliseconds; null while it is off. */
  totpSince: number | null
  recoveryCodesLeft: number
  /** Times are milliseconds since the epoch; null for one that was never used. */
  passkeys: { id: string; name: string; createdAt: number; lastUsedAt: number | null }[]
  /** False where browsers offer no passkeys, because of the desk's address. */
  canHavePasskeys: boolean
  /** Every account of the desk must have a factor. */
  isRequired: boolean
}

/** The second factors of one account, for whoever is signed in to it. */
export interface OwnFactors {
  list(): Promise<OwnedFactors>
  totp: OwnTotp
  passkeys: OwnPasskeys
  renewRecoveryCodes(password: string): Promise<FactorOutcome>
  /** Says whether every account must have a factor. Only an owner may. */
  requireOfAll(isRequired: boolean): Promise<FactorOutcome>
}

const RENEW = 'Cannot make new recovery codes'

export function createOwnFactors(context: OwnContext): OwnFactors {
  const { store, viewer, publicUrl } = context
  const { db } = store
  const accountId = viewer.id
  return {
    async list() {
      const totp = await findTotp(db, accountId)
      const passkeys = await listPasskeys(db, accountId)
      return {
        totpSince: totp?.createdAt ?? null,
        recoveryCodesLeft: await countRecoveryCodes(db, accountId),
        passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
          id,
          name,
          createdAt,
          lastUsedAt,
        })),
        canHavePasskeys: relyingPartyOf(publicUrl) !== undefined,
        isRequired: await areFactorsRequired(db),
      }
    },
    totp: createOwnTotp(context),
    passkeys: createOwnPasskeys(context),

    async renewRecoveryCodes(password) {
      const refused = await passwordRefusalOf(context, { email: viewer.email, password })
      if (refused) return refusing(RENEW, refused)
      const { hasTotp, hasPasskey } = await findFactorKinds(db, accountId)
      if (!hasTotp && !hasPasskey) return refusing(RENEW, { refusal: 'there is no second factor' })
      return store.write(async (trx) => {
        await noteFactor(trx, context, { action: 'factor.codes' })
        return { recoveryCodes: await renewRecoveryCodes(trx, context) }
      })
    },

    async requireOfAll(isRequired) {
      const cannot = 'Cannot change who needs a second factor'
      if (viewer.role !== 'owner') return refusing(cannot, { refusal: 'only an owner may' })
      await store.write(async (trx) => {
        const entry = { action: 'factor.require', target: 'desk', details: { isRequired } } as const // one of the actions
        await noteFactor(trx, context, entry)
        await requireFactors(trx, isRequired)
      })
      return {}
    },
  }
}
