import type { Kysely, Transaction } from 'kysely'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
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
  await addDevice(trx, device)
  await deleteOlder(trx, { accountId: device.accountId, now: device.createdAt, most })
}

const addDevice = prepareQuery((db, device: NewDevice) =>
  db.insertInto('known_device').values({
    token_hash: device.tokenHash,
    account_id: device.accountId,
    created_at: device.createdAt,
    expires_at: device.expiresAt,
  }),
)

const deleteOlder = prepareQuery(
  (db, { accountId, now, most }: { accountId: number; now: number; most: number }) => {
    const newest = db
      .selectFrom('known_device')
      .select('token_hash')
      .where('account_id', '=', accountId)
      .orderBy('created_at', 'desc')
      .limit(most)
    return (
      db
        .deleteFrom('known_device')
        .where('account_id', '=', accountId)
        // Those of other accounts stay until these sign in: to look for them would read all devices, and they are good for nothing.
        .where(({ eb, or }) => or([eb('expires_at', '<=', now), eb('token_hash', 'not in', newest)]))
    )
  },
)

export async function deleteDevicesOf(trx: Transaction<Database>, accountId: number): Promise<void> {
  await trx.deleteFrom('known_device').where('account_id', '=', accountId).execute()
}
