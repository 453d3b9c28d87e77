import type { Kysely, Transaction } from 'kysely'
import type { Role } from '#server/models/accounts/roles.ts'
import { deleteBrowsers } from '#server/store/notifications/push-browsers.ts'
import type { Database } from '#server/store/schema/schema.ts'

export interface OwnAccountRow {
  id: number
  email: string
  /** Empty where none was given. */
  name: string
  role: Role
  passwordHash: string
}

export function findOwnAccount(
  db: Pick<Kysely<Database>, 'selectFrom'>,
  id: number,
): Promise<OwnAccountRow | undefined> {
  return db
    .selectFrom('account')
    .select(['id', 'email', 'name', 'role', 'password_hash as passwordHash'])
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
}

export async function renameAccount(
  trx: Transaction<Database>,
  { id, name }: { id: number; name: string },
): Promise<void> {
  await trx.updateTable('account').set({ name }).where('id', '=', id).execute()
}

/** False if another account has the address. */
export async function changeAddress(
  trx: Transaction<Database>,
  { id, email }: { id: number; email: string },
): Promise<boolean> {
  const taken = await trx
    .selectFrom('account')
    .select('id')
    .where('email', '=', email)
    .where('id', '!=', id)
    .executeTakeFirst()
  if (taken) return false
  await trx.updateTable('account').set({ email }).where('id', '=', id).execute()
  return true
}

/** Sets the password, if it still is the one that was checked. */
export async function replacePassword(
  trx: Transaction<Database>,
  { id, from, to }: { id: number; from: string; to: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('account')
    .set({ password_hash: to })
    .where('id', '=', id)
    .where('password_hash', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends the account's sessions, but for one. */
export async function deleteOtherSessions(
  trx: Transaction<Database>,
  { accountId, keep }: { accountId: number; keep: string },
): Promise<number> {
  await deleteBrowsers(trx, { accountId, keep })
  const { numDeletedRows } = await trx
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('token_hash', '!=', keep)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Forgets the account's devices, but for one. */
export async function deleteOtherDevices(
  trx: Transaction<Database>,
  { accountId, keep }: { accountId: number; keep: string },
): Promise<void> {
  await trx
    .deleteFrom('known_device')
    .where('account_id', '=', accountId)
    .where('token_hash', '!=', keep)
    .execute()
}

/** Adds the account to those of the teams that still exist. */
export async function joinTeams(
  trx: Transaction<Database>,
  { accountId, teamIds }: { accountId: number; teamIds: readonly number[] },
): Promise<void> {
  if (teamIds.length === 0) return
  const teams = await trx.selectFrom('team').select('id').where('id', 'in', teamIds).execute()
  if (teams.length === 0) return
  await trx
    .insertInto('team_member')
    .values(teams.map(({ id }) => ({ team_id: id, account_id: accountId })))
    .execute()
}

/** Whether the account has something besides its password that signing in asks for. */
export async function hasSecondFactor(db: Kysely<Database>, id: number): Promise<boolean> {
  const codes = await db
    .selectFrom('account_totp')
    .select('account_id')
    .where('account_id', '=', id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const passkey = await db
    .selectFrom('passkey')
    .select('id')
    .where('account_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return codes !== undefined || passkey !== undefined
}
