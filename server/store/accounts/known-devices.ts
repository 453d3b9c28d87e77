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

export async function insertDevice(trx: Transaction<Database>, device: NewDevice): Promise<void> {
  await addDevice(trx, device)
}

/** Keeps the newest `most` of the account that have not expired: each has guesses of its own. */
export async function deleteSpareDevices(
  trx: Transaction<Database>,
  { accountId, now, most }: { accountId: number; now: number; most: number },
): Promise<void> {
  // Those of other accounts stay until these sign in: to look for them would read all devices, and they are good for nothing.
  const newestFirst = await trx
    .selectFrom('known_device')
    .select(['token_hash as tokenHash', 'expires_at as expiresAt'])
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .execute()
  const spare = newestFirst.filter(({ expiresAt }, place) => place >= most || expiresAt <= now)
  if (spare.length === 0) return
  const hashes = spare.map(({ tokenHash }) => tokenHash)
  await trx.deleteFrom('known_device').where('token_hash', 'in', hashes).execute()
}

const addDevice = prepareQuery((db, device: NewDevice) =>
  db.insertInto('known_device').values({
    token_hash: device.tokenHash,
    account_id: device.accountId,
    created_at: device.createdAt,
    expires_at: device.expiresAt,
  }),
)

export async function deleteDevicesOf(trx: Transaction<Database>, accountId: number): Promise<void> {
  await trx.deleteFrom('known_device').where('account_id', '=', accountId).execute()
}
