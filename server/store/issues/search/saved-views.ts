import type { Kysely, Transaction } from 'kysely'
import { rememberPerStore } from '#server/store/engine/cached-reads-per-store.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** A search by a name. */
export interface SavedView {
  id: number
  name: string
  query: string
  sort: string
  /** Whether everybody sees it. */
  isShared: boolean
}

/** More would be no tabs any more. */
export const MOST_VIEWS = 20

/** Those that an account sees: everybody's, and its own; 0 for none of its own. */
export const listSavedViews = rememberPerStore(({ db }, accountId: number) => queryViews(db, accountId))

async function queryViews(db: Kysely<Database>, accountId: number): Promise<SavedView[]> {
  const rows = await db
    .selectFrom('saved_view')
    .where((eb) => eb.or([eb('account_id', 'is', null), eb('account_id', '=', accountId)]))
    .select(['id', 'name', 'query', 'sort', 'account_id as accountId'])
    .orderBy('id')
    .limit(2 * MOST_VIEWS)
    .execute()
  return rows.map(({ accountId: of, ...view }) => ({ ...view, isShared: of === null }))
}

export interface NewView {
  accountId: number | null
  name: string
  query: string
  sort: string
  now: number
}

/** False where its owner has as many as there may be. */
export async function insertSavedView(
  trx: Transaction<Database>,
  { accountId: account_id, now: created_at, ...view }: NewView,
): Promise<boolean> {
  const ofOwner = await trx
    .selectFrom('saved_view')
    .where('account_id', 'is not distinct from', account_id)
    .select('id')
    .limit(MOST_VIEWS)
    .execute()
  if (ofOwner.length >= MOST_VIEWS) return false
  await trx
    .insertInto('saved_view')
    .values({ ...view, account_id, created_at })
    .execute()
  return true
}

/** What a view was; `accountId` is null where it was shared. */
export interface ChangedView {
  name: string
  accountId: number | null
}

/** Undefined where there is none that this account may change. */
export function renameSavedView(
  trx: Transaction<Database>,
  { id, accountId, name }: { id: number; accountId: number; name: string },
): Promise<ChangedView | undefined> {
  return trx
    .updateTable('saved_view')
    .set({ name })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('account_id', 'is', null), eb('account_id', '=', accountId)]))
    .returning(['name', 'account_id as accountId'])
    .executeTakeFirst()
}

export function deleteSavedView(
  trx: Transaction<Database>,
  { id, accountId }: { id: number; accountId: number },
): Promise<ChangedView | undefined> {
  return trx
    .deleteFrom('saved_view')
    .where('id', '=', id)
    .where((eb) => eb.or([eb('account_id', 'is', null), eb('account_id', '=', accountId)]))
    .returning(['name', 'account_id as accountId'])
    .executeTakeFirst()
}
