import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'
import { DEMO_MARK } from './projects.ts'

export async function markDemo(trx: Transaction<Database>, projectId: number): Promise<void> {
  const mark = { project_id: projectId, key: DEMO_MARK, value: 'true' }
  await trx.insertInto('project_setting').values(mark).execute()
}

export async function findDemo(
  db: Pick<Kysely<Database>, 'selectFrom'>,
): Promise<{ id: number; slug: string } | undefined> {
  return db
    .selectFrom('project_setting')
    .innerJoin('project', 'project.id', 'project_setting.project_id')
    .select(['project.id', 'project.slug'])
    .where('project_setting.key', '=', DEMO_MARK)
    .executeTakeFirst()
}

type ProjectTable = {
  [Table in keyof Database]: Database[Table] extends { project_id: unknown } ? Table : never
}[keyof Database]

/**
 * All tables with a project's id, in the order of deleting: a row goes before the one that it refers to, and what
 * triggers write to goes last. Tables of `payloads` refer to blocks. To forget a table is a type error.
 */
const TABLES: Record<ProjectTable, 'payloads' | 'rows'> = {
  digest: 'rows',
  event: 'payloads',
  span_part: 'payloads',
  log: 'payloads',
  metric: 'payloads',
  segment: 'rows',
  attachment: 'rows',
  feedback: 'rows',
  check_in: 'rows',
  monitor: 'rows',
  release_session: 'rows',
  issue_hour: 'rows',
  issue_day: 'rows',
  issue_tag: 'rows',
  issue_tag_key: 'rows',
  issue_user: 'rows',
  issue_text: 'rows',
  issue_bookmark: 'rows',
  issue_activity: 'rows',
  issue_ignored_user: 'rows',
  issue_grouping: 'rows',
  issue_redirect: 'rows',
  issue_move: 'rows',
  issue_recount: 'rows',
  issue: 'rows',
  project_release: 'rows',
  deploy: 'rows',
  release_hour: 'rows',
  release_session_hour: 'rows',
  release_session_user: 'rows',
  log_hour: 'rows',
  performance_hour: 'rows',
  performance_day: 'rows',
  project_hour: 'rows',
  project_day: 'rows',
  project_user_day: 'rows',
  outcome: 'rows',
  project_key: 'rows',
  project_setting: 'rows',
  storage_use: 'rows',
}

/**
 * Deletes a project with all that has its id. In one transaction, since a half of a project is nothing that anyone
 * should see; meant for projects as small as the demo. Attachments' files go with the retention's sweep.
 */
export async function deleteProject(trx: Transaction<Database>, projectId: number): Promise<void> {
  const tables = Object.keys(TABLES)
  const payloadTables = Object.entries(TABLES).flatMap(([name, kind]) => (kind === 'payloads' ? [name] : []))
  const blocks = await listBlocks(trx, payloadTables, projectId)
  for (const name of tables) {
    await sql`delete from ${sql.table(name)} where project_id = ${projectId}`.execute(trx)
  }
  await trx.deleteFrom('project').where('id', '=', projectId).execute()
  await deleteEmptied(trx, payloadTables, blocks)
}

async function listBlocks(
  trx: Transaction<Database>,
  tables: readonly string[],
  projectId: number,
): Promise<number[]> {
  const ids = new Set<number>()
  for (const table of tables) {
    const { rows } = await sql<{ id: number }>`
      select distinct block_id as id from ${sql.table(table)} where project_id = ${projectId}`.execute(trx)
    for (const { id } of rows) ids.add(id)
  }
  return [...ids]
}

const BLOCKS_AT_ONCE = 500

/** A block may hold payloads of other projects too. */
async function deleteEmptied(
  trx: Transaction<Database>,
  tables: readonly string[],
  blocks: readonly number[],
): Promise<void> {
  for (let from = 0; from < blocks.length; from += BLOCKS_AT_ONCE) {
    const some = blocks.slice(from, from + BLOCKS_AT_ONCE)
    const isFree = tables.map(
      (table) => sql`not exists (select 1 from ${sql.table(table)} where block_id = payload_block.id)`,
    )
    await sql`delete from payload_block where id in (${sql.join(some)}) and ${sql.join(isFree, sql` and `)}`.execute(
      trx,
    )
  }
}
