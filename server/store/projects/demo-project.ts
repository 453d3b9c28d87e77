import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#server/models/accounts/actor.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { PROJECT_TABLES, tablesWith } from '#server/store/schema/tables.ts'
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

/** Deletes the demo and returns what it was; undefined if there is none. */
export async function removeDemo(
  store: Store,
  by: Actor & { at: number },
): Promise<{ id: number; slug: string } | undefined> {
  const demo = await findDemo(store.db)
  if (demo === undefined) return undefined
  await store.writeAlone([demo.id], async (trx) => {
    await deleteProject(trx, demo.id)
    await recordAudit(trx, { ...by, action: 'demo.remove', target: demo.slug })
  })
  return demo
}

/**
 * Deletes a project with all that has its id. In one transaction, since a half of a project is nothing that anyone
 * should see; meant for projects as small as the demo. Attachments' files go with the retention's sweep. What comes of the
 * project meanwhile would be left, so the transaction must be alone.
 */
export async function deleteProject(trx: Transaction<Database>, projectId: number): Promise<void> {
  const blocks = await listBlocks(trx, projectId)
  for (const name of PROJECT_TABLES) {
    await sql`delete from ${sql.table(name)} where project_id = ${projectId}`.execute(trx)
  }
  await trx.deleteFrom('project').where('id', '=', projectId).execute()
  await deleteEmptied(trx, blocks)
}

const PAYLOAD_TABLES = tablesWith({ hasBlock: true })

async function listBlocks(trx: Transaction<Database>, projectId: number): Promise<number[]> {
  const ids = new Set<number>()
  for (const table of PAYLOAD_TABLES) {
    const { rows } = await sql<{ id: number }>`
      select distinct block_id as id from ${sql.table(table)} where project_id = ${projectId}`.execute(trx)
    for (const { id } of rows) ids.add(id)
  }
  return [...ids]
}

const BLOCKS_AT_ONCE = 500

/** Deletes those of the blocks that hold nothing any more: a block may hold payloads of other projects too. */
export async function deleteEmptied(trx: Transaction<Database>, blocks: readonly number[]): Promise<void> {
  for (let from = 0; from < blocks.length; from += BLOCKS_AT_ONCE) {
    const some = blocks.slice(from, from + BLOCKS_AT_ONCE)
    const isFree = PAYLOAD_TABLES.map(
      (table) => sql`not exists (select 1 from ${sql.table(table)} where block_id = payload_block.id)`,
    )
    await sql`delete from payload_block where id in (${sql.join(some)}) and ${sql.join(isFree, sql` and `)}`.execute(
      trx,
    )
  }
}
