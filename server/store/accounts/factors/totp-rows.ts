import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

export interface TotpRow {
  secret: string
  createdAt: number
  lastStep: number | null
}

export function findTotp(db: Kysely<Database>, accountId: number): Promise<TotpRow | undefined> {
  return db
    .selectFrom('account_totp')
    .select(['secret', 'created_at as createdAt', 'last_step as lastStep'])
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
}

/** Stores a secret whose first code was right. False if the account has one. */
export async function insertTotp(
  trx: Transaction<Database>,
  totp: { accountId: number; secret: string; step: number; now: number },
): Promise<boolean> {
  const row = await trx
    .insertInto('account_totp')
    .values({
      account_id: totp.accountId,
      secret: totp.secret,
      created_at: totp.now,
      confirmed_at: totp.now,
      last_step: totp.step,
    })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Takes the code of a step. False if it, or a later one, was taken already: of two at once, one gets true. */
export async function takeTotpStep(
  trx: Transaction<Database>,
  { accountId, secret, step }: { accountId: number; secret: string; step: number },
): Promise<boolean> {
  const row = await trx
    .updateTable('account_totp')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('secret', '=', secret)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteTotp(trx: Transaction<Database>, accountId: number): Promise<void> {
  await trx.deleteFrom('account_totp').where('account_id', '=', accountId).execute()
}
