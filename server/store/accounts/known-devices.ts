import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

export async function isKnownDevice(
  db: Kysely<Database>,
  { tokenHash, email, now }: { tokenHash: string; email: string; now: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('known_device')
    .innerJoin('account', 'account.id', 'known_device.account_id')
    .select('account.id')
    .where('known_device.token_hash', '=', tokenHash)
    .where('known_device.expires_at', '>', now)
    .where('account.email', '=', email)
    .executeTakeFirst()
  return row !== undefined
}

export interface NewDevice {
  tokenHash: string
  accountId: number
  createdAt: number
  expiresAt: number
}

/** Keeps the newest `most` of the account: each has guesses of its own. */
export async function insertDevice(
  trx: Transaction<Database>,
  device: NewDevice,
  most: number,
): Promise<void> {
  await trx
    .insertInto('known_device')
    .values({
      token_hash: device.tokenHash,
      account_id: device.accountId,
      created_at: device.createdAt,
      expires_at: device.expiresAt,
    })
    .execute()
  const newest = trx
    .selectFrom('known_device')
    .select('token_hash')
    .where('account_id', '=', device.accountId)
    .orderBy('created_at', 'desc')
    .limit(most)
  await trx
    .deleteFrom('known_device')
    .where('account_id', '=', device.accountId)
    // Those of other accounts stay until these sign in: to look for them would read all devices, and they are good for nothing.
    .where(({ eb, or }) => or([eb('expires_at', '<=', device.createdAt), eb('token_hash', 'not in', newest)]))
    .execute()
}

export async function deleteDevicesOf(trx: Transaction<Database>, accountId: number): Promise<void> {
  await trx.deleteFrom('known_device').where('account_id', '=', accountId).execute()
}
