import type { Kysely } from 'kysely'
import type { Credentials } from '#server/store/accounts/accounts.ts'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** An account that may be signed in to, and what else the transaction of a sign-in may have to do. */
export interface RightAccount {
  id: number
  email: string
  /** It has an authenticator app or a passkey. */
  hasFactor: boolean
  /** True if any account has an expired session: all of them are deleted together. */
  hasExpiredSessions: boolean
  /** The browsers that it is remembered in. */
  devices: { count: number; hasExpired: boolean }
}

interface Checked extends Pick<Credentials, 'id' | 'passwordHash'> {
  now: number
}

/**
 * Finds the account if it may still be signed in to with the password that was checked. The answer also says what is to be done
 * beside, which is nearly always nothing: a query more for each costs more than these conditions of one.
 */
export async function findIfRight(
  db: Kysely<Database>,
  { id, passwordHash, now }: Checked,
): Promise<RightAccount | undefined> {
  const [row] = await selectIfRight(db, { id, passwordHash, now })
  if (row === undefined) return undefined
  return {
    id: row.id,
    email: row.email,
    hasFactor: Boolean(row.hasTotp) || Boolean(row.hasPasskey),
    hasExpiredSessions: Boolean(row.hasExpiredSessions),
    devices: { count: row.deviceCount ?? 0, hasExpired: Boolean(row.hasExpiredDevices) },
  }
}

const selectIfRight = prepareQuery((db, { id, passwordHash, now }: Checked) =>
  db
    .selectFrom('account')
    .select(['account.id', 'account.email'])
    .select(({ exists, selectFrom, fn }) => {
      const devices = selectFrom('known_device').whereRef('known_device.account_id', '=', 'account.id')
      return [
        exists(
          selectFrom('account_totp')
            .select('account_totp.account_id')
            .whereRef('account_totp.account_id', '=', 'account.id')
            .where('account_totp.confirmed_at', 'is not', null),
        ).as('hasTotp'),
        exists(
          selectFrom('passkey')
            .select('passkey.account_id')
            .whereRef('passkey.account_id', '=', 'account.id'),
        ).as('hasPasskey'),
        exists(selectFrom('session').select('session.account_id').where('session.expires_at', '<=', now)).as(
          'hasExpiredSessions',
        ),
        devices.select(fn.countAll<number>().as('all')).as('deviceCount'),
        exists(devices.select('known_device.account_id').where('known_device.expires_at', '<=', now)).as(
          'hasExpiredDevices',
        ),
      ]
    })
    .where('account.id', '=', id)
    .where('account.password_hash', '=', passwordHash)
    .where('account.disabled_at', 'is', null),
)
