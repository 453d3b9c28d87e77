import type { Kysely } from 'kysely'
import type { CheckInStatus, MonitorConfig } from '../../processing/record.ts'
import type { Cursor } from '../cursor.ts'
import type { Database } from '../schema.ts'

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
  let query = db
    .selectFrom('check_in')
    .select(['id', 'check_in_id as checkInId', 'status', 'environment', 'duration_ms as durationMs'])
    .select(['timestamp', 'received_at as receivedAt', 'trace_id as traceId', 'release'])
    .where('monitor_id', '=', monitorId)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (cursor) {
    query = query.where((eb) => eb(eb.refTuple('received_at', 'id'), '<', eb.tuple(cursor.time, cursor.id)))
  }
  const rows = await query.execute()
  return rows.map((row) => ({ ...row, status: row.status as CheckInStatus })) // the writer stores no others
}
