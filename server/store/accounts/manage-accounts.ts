import { type Kysely, sql, type Transaction } from 'kysely'
import type { Role } from '#server/models/accounts/roles.ts'
import { unassignAll } from '#server/store/issues/changes/unassign.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { withField } from '#server/store/words.ts'

/** Names an account: people by its email, scripts by its id too. */
export type AccountRef = { email: string } | { id: number }

export interface ListedAccount {
  id: number
  email: string
  /** Empty where none was given. */
  name: string
  role: Role
  createdAt: number
  /** Since when nobody may sign in as it; null where they may. */
  disabledAt: number | null
  /** Sessions that are open. */
  sessionCount: number
}

/** Oldest first. */
export function listAccounts(db: Kysely<Database>, now: number): Promise<ListedAccount[]> {
  return selectAccounts(db, now).orderBy('account.id').execute()
}

export function findAccount(
  db: Kysely<Database>,
  ref: AccountRef,
  now: number,
): Promise<ListedAccount | undefined> {
  const query = selectAccounts(db, now)
  const found = 'id' in ref ? query.where('account.id', '=', ref.id) : query.where('email', '=', ref.email)
  return found.executeTakeFirst()
}

/** What lists of accounts show. */
export function selectAccounts(db: Kysely<Database>, now: number) {
  const sessionCount = sql<number>`(
    select count(*) from session where session.account_id = account.id and session.expires_at > ${now}
  )`
  return db
    .selectFrom('account')
    .select([
      'account.id',
      'account.email',
      'account.name',
      'account.role',
      'account.created_at as createdAt',
      'account.disabled_at as disabledAt',
      sessionCount.as('sessionCount'),
    ])
}

/** Whether another owner could still sign in without this one. */
export async function hasOtherOwner(trx: Transaction<Database>, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'owner')
    .where('disabled_at', 'is', null)
    .where('id', '!=', id)
    .executeTakeFirst()
  return row !== undefined
}

export async function updateAccount(
  trx: Transaction<Database>,
  id: number,
  changes: { password_hash: string } | { disabled_at: number | null } | { role: Role },
): Promise<void> {
  await trx.updateTable('account').set(changes).where('id', '=', id).execute()
}

/**
 * Deletes an account and what is its own: sessions, known devices, bookmarks, private views. What it did to issues stays,
 * under its name; what was assigned to it is nobody's, and its history says so.
 */
export async function deleteAccount(
  trx: Transaction<Database>,
  { id, email, name }: { id: number; email: string; name: string },
  now: number,
): Promise<void> {
  await unassignAll(trx, { accountId: id, name: name || email }, now)
  await trx
    .updateTable('issue_activity')
    .set({ data: withField(sql.ref('data'), 'by', name || email) })
    .where('account_id', '=', id)
    .execute()
  // SQLite may give a deleted account's id to the next one, which must not find what was private
  await trx.deleteFrom('saved_view').where('account_id', '=', id).execute()
  await trx.deleteFrom('account').where('id', '=', id).execute()
}
