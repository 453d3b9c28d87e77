import type { Transaction } from 'kysely'
import type { RightAccount } from '#server/store/accounts/factors/right-account.ts'
import { deleteSpareDevices, insertDevice, isKnownDevice } from '#server/store/accounts/known-devices.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { hashSecret, newSecret, type Random } from './secrets.ts'

/**
 * The cookie outlives its session and signing out: it says that an account signed in here once, and signs nobody in.
 */
export const DEVICE_COOKIE = 'crumbtrail_device'
export const DEVICE_MAX_AGE_SECONDS = 180 * 24 * 60 * 60

const MOST_OF_ACCOUNT = 20

/** The throttle knows the device by this id, if this account signed in with it. */
export async function findDevice(
  { db }: Store,
  { cookie, email, now }: { cookie: string | undefined; email: string; now: number },
): Promise<string | undefined> {
  if (!cookie) return undefined
  const tokenHash = hashSecret(cookie)
  return (await isKnownDevice(db, { tokenHash, email, now })) ? tokenHash : undefined
}

/** Returns the cookie's value, which is not stored. */
export async function rememberDevice(
  trx: Transaction<Database>,
  { accountId, now, random }: { accountId: number; now: number; random: Random },
): Promise<string> {
  const value = newSecret(random)
  const expiresAt = now + DEVICE_MAX_AGE_SECONDS * 1000
  await insertDevice(trx, { tokenHash: hashSecret(value), accountId, createdAt: now, expiresAt })
  return value
}

/**
 * Forgets an account's expired browsers, and the oldest ones over the limit, after one was remembered. It rarely has to delete
 * any.
 */
export async function forgetSpareDevices(
  trx: Transaction<Database>,
  { id: accountId, devices }: Pick<RightAccount, 'id' | 'devices'>,
  now: number,
): Promise<void> {
  if (devices.count < MOST_OF_ACCOUNT && !devices.hasExpired) return
  await deleteSpareDevices(trx, { accountId, now, most: MOST_OF_ACCOUNT })
}
