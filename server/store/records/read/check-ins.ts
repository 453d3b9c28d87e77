import type { Kysely } from 'kysely'
import type { CheckInStatus, MonitorConfig } from '#server/processing/record.ts'
import type { Cursor } from '#server/store/engine/cursor.ts'
import { OWN_PROJECT_ID } from '#server/store/projects/own-project.ts'
import type { Database } from '#server/store/schema/schema.ts'

export async function findMonitorRow(db: Kysely<Database>, projectId: number, slug: string) {
  const row = await db
    .selectFrom('monitor')
    .select(['id', 'slug', 'config', 'created_at as createdAt'])
    .where('project_id', '=', projectId)
    .where('slug', '=', slug)
    .executeTakeFirst()
  return row && { ...row, config: row.config === null ? null : (JSON.parse(row.config) as MonitorConfig) } // as written
}

export type CheckInRow = Awaited<ReturnType<typeof listCheckInRows>>[number]

/** Of one monitor, the latest first. */
export async function listCheckInRows(
  db: Kysely<Database>,
  monitorId: number,
  { limit, cursor }: { limit: number; cursor?: Cursor | undefined },
) {
  let query = selectCheckIns(db, monitorId).orderBy('received_at', 'desc').orderBy('id', 'desc').limit(limit)
  if (cursor) {
    query = query.where((eb) => eb(eb.refTuple('received_at', 'id'), '<', eb.tuple(cursor.time, cursor.id)))
  }
  const rows = await query.execute()
  return rows.map(toCheckInRow)
}

/** A monitor of every minute has a hundred thousand in ninety days. */
const MOST_COUNTED = 10_000

export async function countCheckInRows(db: Kysely<Database>, monitorId: number): Promise<number> {
  const some = db
    .selectFrom('check_in')
    .select('id')
    .where('monitor_id', '=', monitorId)
    .limit(MOST_COUNTED + 1)
  const { count } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Those from a place in the list on that came later, the earliest first. */
export async function listLaterCheckInRows(
  db: Kysely<Database>,
  monitorId: number,
  { limit, cursor }: { limit: number; cursor: Cursor },
): Promise<CheckInRow[]> {
  const rows = await selectCheckIns(db, monitorId)
    .where((eb) => eb(eb.refTuple('received_at', 'id'), '>=', eb.tuple(cursor.time, cursor.id)))
    .orderBy('received_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toCheckInRow)
}

function selectCheckIns(db: Kysely<Database>, monitorId: number) {
  return db
    .selectFrom('check_in')
    .select(['id', 'check_in_id as checkInId', 'status', 'environment', 'duration_ms as durationMs'])
    .select(['timestamp', 'received_at as receivedAt', 'trace_id as traceId', 'release'])
    .where('monitor_id', '=', monitorId)
}

/** The writer stores no other statuses. */
function toCheckInRow<Row extends { status: string }>(row: Row) {
  return { ...row, status: row.status as CheckInStatus }
}

export interface MonitorFilter {
  projectSlug: string | undefined
  /** Leaves out Crumbtrail's own project. */
  isWithoutOwn?: boolean | undefined
  /** After this slug and id, in their order. */
  after: { slug: string; id: number } | undefined
  limit: number
}

export type MonitorRow = Awaited<ReturnType<typeof listMonitorRows>>[number]

/** By slug. */
export async function listMonitorRows(db: Kysely<Database>, filter: MonitorFilter) {
  const { projectSlug, isWithoutOwn = false, after, limit } = filter
  const rows = await db
    .selectFrom('monitor')
    .innerJoin('project', 'project.id', 'monitor.project_id')
    .select(['monitor.id', 'monitor.slug', 'monitor.config', 'monitor.created_at as createdAt'])
    .select(['monitor.project_id as projectId', 'project.slug as projectSlug'])
    .$if(projectSlug !== undefined, (query) => query.where('project.slug', '=', projectSlug ?? ''))
    .$if(projectSlug === undefined && isWithoutOwn, (query) =>
      query.where('project.id', '<>', OWN_PROJECT_ID),
    )
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('monitor.slug', 'monitor.id'), '>', tuple(after?.slug ?? '', after?.id ?? 0)),
      ),
    )
    .orderBy('monitor.slug')
    .orderBy('monitor.id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    ...row,
    config: row.config === null ? null : (JSON.parse(row.config) as MonitorConfig), // as written
  }))
}
