import type { Kysely, Transaction } from 'kysely'
import type { TrackerKind } from '#server/models/trackers/trackers.ts'
import type { Database } from '#server/store/schema/schema.ts'

export interface TrackerRow {
  id: number
  projectId: number
  kind: TrackerKind
  /** The values of its fields, the token among them. */
  settings: Readonly<Record<string, string>>
  /** What it signs its messages with. */
  hookSecret: string | null
  version: number
}

/** Those of a project, the oldest first. */
export async function listTrackers(db: Kysely<Database>, projectId: number): Promise<TrackerRow[]> {
  const rows = await selectTrackers(db).where('project_id', '=', projectId).orderBy('id').execute()
  return rows.map(toTracker)
}

export async function findTracker(db: Kysely<Database>, id: number): Promise<TrackerRow | undefined> {
  const row = await selectTrackers(db).where('id', '=', id).executeTakeFirst()
  return row && toTracker(row)
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectTrackers>['execute']>>[number]

function selectTrackers(db: Kysely<Database>) {
  return db
    .selectFrom('tracker')
    .select(['id', 'project_id as projectId', 'kind', 'address', 'settings', 'version'])
    .select('hook_secret as hookSecret')
}

function toTracker({ settings, address, ...row }: Selected): TrackerRow {
  const values = JSON.parse(settings) as Record<string, string> // written below
  return { ...row, settings: { ...values, address } }
}

interface SavedTracker {
  settings: Readonly<Record<string, string>>
  hookSecret: string | null
}

export async function insertTracker(
  trx: Transaction<Database>,
  { projectId, kind, settings, hookSecret }: SavedTracker & { projectId: number; kind: TrackerKind },
  { now, accountId }: { now: number; accountId: number | null },
): Promise<number> {
  const { id } = await trx
    .insertInto('tracker')
    .values({
      ...{ project_id: projectId, kind, hook_secret: hookSecret, created_at: now, created_by: accountId },
      ...columnsOf(settings),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False where somebody changed it since that version. */
export async function updateTracker(
  trx: Transaction<Database>,
  id: number,
  { settings, hookSecret }: SavedTracker,
  version: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('tracker')
    .set({ ...columnsOf(settings), hook_secret: hookSecret, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function columnsOf({ address = '', ...values }: Readonly<Record<string, string>>) {
  return { address, settings: JSON.stringify(values) }
}

export async function deleteTracker(trx: Transaction<Database>, id: number): Promise<void> {
  await trx.deleteFrom('tracker_link').where('tracker_id', '=', id).execute()
  await trx.deleteFrom('tracker').where('id', '=', id).execute()
}

/** How many links each tracker of a project has. */
export async function countLinks(db: Kysely<Database>, projectId: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('tracker_link')
    .select(({ fn }) => ['tracker_id as trackerId', fn.countAll<number>().as('count')])
    .where('project_id', '=', projectId)
    .groupBy('tracker_id')
    .execute()
  return new Map(rows.map(({ trackerId, count }) => [trackerId, Number(count)]))
}
