import type { Kysely, Transaction } from 'kysely'
import type {
  ListedStatusPage,
  StatusPageDetail,
  StatusPageItem,
} from '#server/models/uptime/status-pages.ts'
import type { Database } from '#server/store/schema/schema.ts'

export interface SavedStatusPage {
  slug: string
  title: string
  announcement: string
  timezone: string
  isIndexed: boolean
  items: readonly StatusPageItem[]
}

/** Lists all pages by title. */
export async function listStatusPages(db: Kysely<Database>): Promise<ListedStatusPage[]> {
  const rows = await db
    .selectFrom('status_page')
    .select(['id', 'slug', 'title', 'is_enabled'])
    .select(({ selectFrom }) =>
      selectFrom('status_page_item')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('page_id', '=', 'status_page.id')
        .as('itemCount'),
    )
    .orderBy('title')
    .orderBy('id')
    .execute()
  return rows.map(({ is_enabled, itemCount, ...row }) => ({
    ...row,
    isEnabled: is_enabled === 1,
    itemCount: Number(itemCount ?? 0),
  }))
}

/** Finds a page by its id, or by its address. */
export async function findStatusPage(
  db: Kysely<Database>,
  by: { id: number } | { slug: string },
): Promise<StatusPageDetail | undefined> {
  const row = await db
    .selectFrom('status_page')
    .select(['id', 'slug', 'title', 'announcement', 'timezone', 'is_enabled', 'is_indexed', 'version'])
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('slug', '=', by.slug)))
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { is_enabled, is_indexed, ...page } = row
  return {
    ...page,
    isEnabled: is_enabled === 1,
    isIndexed: is_indexed === 1,
    items: await listItems(db, page.id),
  }
}

async function listItems(db: Kysely<Database>, pageId: number): Promise<StatusPageItem[]> {
  const rows = await db
    .selectFrom('status_page_item')
    .select(['name', 'check_id as checkId', 'monitor_id as monitorId'])
    .where('page_id', '=', pageId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ name, checkId, monitorId }) => ({
    name,
    key: checkId === null ? `monitor:${monitorId}` : `check:${checkId}`,
  }))
}

export async function insertStatusPage(
  trx: Transaction<Database>,
  page: SavedStatusPage,
  { now, accountId }: { now: number; accountId: number | null },
): Promise<number> {
  const { id } = await trx
    .insertInto('status_page')
    .values({ ...columnsOf(page), created_at: now, created_by: accountId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await saveItems(trx, id, page.items)
  return id
}

/** False where somebody changed it since that version. */
export async function updateStatusPage(
  trx: Transaction<Database>,
  id: number,
  page: SavedStatusPage,
  version: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('status_page')
    .set({ ...columnsOf(page), version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await saveItems(trx, id, page.items)
  return true
}

export async function turnStatusPage(
  trx: Transaction<Database>,
  id: number,
  isEnabled: boolean,
): Promise<void> {
  const is_enabled = isEnabled ? 1 : 0
  await trx.updateTable('status_page').set({ is_enabled }).where('id', '=', id).execute()
}

export async function deleteStatusPage(trx: Transaction<Database>, id: number): Promise<void> {
  await trx.deleteFrom('status_page').where('id', '=', id).execute()
}

function columnsOf({ slug, title, announcement, timezone, isIndexed }: SavedStatusPage) {
  return { slug, title, announcement, timezone, is_indexed: isIndexed ? 1 : 0 }
}

async function saveItems(
  trx: Transaction<Database>,
  page_id: number,
  items: readonly StatusPageItem[],
): Promise<void> {
  await trx.deleteFrom('status_page_item').where('page_id', '=', page_id).execute()
  if (items.length === 0) return
  const rows = items.map(({ key, name }, position) => {
    const [kind, id] = key.split(':')
    const ids = {
      check_id: kind === 'check' ? Number(id) : null,
      monitor_id: kind === 'monitor' ? Number(id) : null,
    }
    return { page_id, position, name, ...ids }
  })
  await trx.insertInto('status_page_item').values(rows).execute()
}
