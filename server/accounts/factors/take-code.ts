import { takeRecoveryCode } from '#server/store/accounts/factors/recovery-code-rows.ts'
import { findTotp, takeTotpStep } from '#server/store/accounts/factors/totp-rows.ts'
import type { Store } from '#server/store/engine/store.ts'
import { recoveryCodeHash } from './recovery-codes.ts'
import { findTotpStep } from './totp.ts'

/**
 * Takes a code of the account's app, or one of its recovery codes, so that it is right once. Undefined if it is wrong or was
 * taken before.
 */
export async function takeCode(
  store: Store,
  { accountId, typed, now }: { accountId: number; typed: string; now: number },
): Promise<'totp' | 'recovery-code' | undefined> {
  const code = typed.replaceAll(/[\s-]/g, '')
  if (/^\d{6}$/.test(code)) {
    const isTaken = await store.write(async (trx) => {
      const totp = await findTotp(trx, accountId)
      const step = totp && findTotpStep({ secret: totp.secret, code, now, after: totp.lastStep })
      if (totp === undefined || step === undefined) return false
      return takeTotpStep(trx, { accountId, secret: totp.secret, step })
    })
    return isTaken ? 'totp' : undefined
  }
  const codeHash = recoveryCodeHash(typed)
  if (codeHash === undefined) return undefined
  const isTaken = await store.write((trx) => takeRecoveryCode(trx, { accountId, codeHash, now }))
  return isTaken ? 'recovery-code' : undefined
}
