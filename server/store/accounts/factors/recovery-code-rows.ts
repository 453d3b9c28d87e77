import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

/** Voids all earlier codes of the account. */
export async function replaceRecoveryCodes(
  trx: Transaction<Database>,
  accountId: number,
  codeHashes: readonly string[],
): Promise<void> {
  await deleteRecoveryCodes(trx, accountId)
  const rows = codeHashes.map((code_hash) => ({ account_id: accountId, code_hash, used_at: null }))
  await trx.insertInto('recovery_code').values(rows).execute()
}

/** False if there is no such code, or it was used: of two at once, one gets true. */
export async function takeRecoveryCode(
  trx: Transaction<Database>,
  { accountId, codeHash, now }: { accountId: number; codeHash: string; now: number },
): Promise<boolean> {
  const row = await trx
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns how many codes are left. */
export async function countRecoveryCodes(db: Kysely<Database>, accountId: number): Promise<number> {
  const rows = await db
    .selectFrom('recovery_code')
    .select('code_hash')
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .execute()
  return rows.length
}

export async function deleteRecoveryCodes(trx: Transaction<Database>, accountId: number): Promise<void> {
  await trx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
}
