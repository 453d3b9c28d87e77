import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'
import { tablesWith } from '#server/store/schema/tables.ts'
import { deleteEmptied } from './demo-project.ts'
import { DELETION_MARK } from './projects.ts'

/** Rows of one table in one look at the time. */
const ROWS_AT_ONCE = 100
/** Ingest knows a key for a second after it was disabled, and what it took in until then has to be written first. */
const LATE_MS = 5_000

/** Its events are deleted with its issues, by slices of their own (maintenance/delete-issues.ts). */
const TABLES = tablesWith({ expires: 'by arrival' }).filter((table) => table !== 'event')
const WITH_BLOCKS: ReadonlySet<string> = new Set(tablesWith({ hasBlock: true }))

/**
 * From now on nothing of the project is accepted, and nobody sees its issues. The rest is deleted afterwards, by slices. The
 * transaction must be alone, as for the deletion of issues.
 */
export async function markProjectDeleted(
  trx: Transaction<Database>,
  projectId: number,
  now: number,
): Promise<void> {
  await trx
    .insertInto('project_setting')
    .values({ project_id: projectId, key: DELETION_MARK, value: String(now) })
    .onConflict((oc) => oc.columns(['project_id', 'key']).doNothing())
    .execute()
  await trx.updateTable('project_key').set({ is_active: 0 }).where('project_id', '=', projectId).execute()
  for (const table of ['issue_move', 'issue_recount', 'issue_grouping', 'issue_redirect'] as const) {
    await trx.deleteFrom(table).where('project_id', '=', projectId).execute()
  }
  await trx
    .updateTable('issue')
    .set({
      deleted_at: now,
      status: 'deleted',
      status_until: null,
      grouping_key: sql<string>`'deleted:' || id`, // its key may be another issue's from now on
    })
    .where('project_id', '=', projectId)
    .execute()
}

/** A project that was marked some seconds ago at least; undefined if there is none. */
export async function findDeletedProject(
  db: Pick<Kysely<Database>, 'selectFrom'>,
  now: number,
): Promise<number | undefined> {
  const marks = await db
    .selectFrom('project_setting')
    .select(['project_id as projectId', 'value'])
    .where('key', '=', DELETION_MARK)
    .execute()
  return marks.find(({ value }) => Number(value) <= now - LATE_MS)?.projectId
}

/** Deletes what arrived of the project, until the time is up; true while there is more of that. */
export async function deleteProjectRows(
  trx: Transaction<Database>,
  projectId: number,
  hasTime: () => boolean,
): Promise<boolean> {
  for (const table of TABLES) {
    while (await deleteRows(trx, table, projectId)) if (!hasTime()) return true
  }
  return false
}

/** False when none are left. */
async function deleteRows(trx: Transaction<Database>, table: string, projectId: number): Promise<boolean> {
  const block = WITH_BLOCKS.has(table) ? sql`block_id` : sql`null`
  const { rows } = await sql<{ id: number; blockId: number | null }>`
    select id, ${block} as "blockId" from ${sql.table(table)}
    where project_id = ${projectId} limit ${ROWS_AT_ONCE}`.execute(trx)
  if (rows.length === 0) return false
  await sql`delete from ${sql.table(table)} where id in (${sql.join(rows.map(({ id }) => id))})`.execute(trx)
  await deleteEmptied(trx, [...new Set(rows.flatMap(({ blockId }) => blockId ?? []))])
  return rows.length === ROWS_AT_ONCE
}
