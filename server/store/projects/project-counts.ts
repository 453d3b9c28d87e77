import type { Kysely } from 'kysely'
import type { SessionHealth } from '#server/processing/record.ts'
import { DAY_MS, HOUR_MS } from '#server/protocol/time.ts'
import type { Database } from '#server/store/schema/schema.ts'

const UNITS_MS = { hour: HOUR_MS, day: DAY_MS }

interface Period {
  start: number
  end: number
}

export interface SessionCount {
  projectId: number
  /** Hours are counted from the epoch. */
  hour: number
  release: string
  environment: string
  health: SessionHealth
  quantity: number
}

/** Counts the sessions of the hours that begin in the period. */
export async function listSessionCounts(
  db: Kysely<Database>,
  projectIds: readonly number[],
  { start, end }: Period,
): Promise<SessionCount[]> {
  const rows = await db
    .selectFrom('release_session_hour')
    .select(['project_id as projectId', 'hour', 'release', 'environment', 'health', 'quantity'])
    .where('project_id', 'in', [0, ...projectIds]) // no project is the first, and a list needs one
    .where('hour', '>=', Math.ceil(start / UNITS_MS.hour))
    .where('hour', '<', Math.ceil(end / UNITS_MS.hour))
    .where('quantity', '>', 0) // an update leaves none where it took the last away
    .execute()
  return rows.map((row) => ({ ...row, health: row.health as SessionHealth })) // the writer stores no others
}

/** Of the hours or days that begin in the period. */
export async function countProjectEvents(
  db: Kysely<Database>,
  projectId: number,
  unit: 'hour' | 'day',
  { start, end }: Period,
): Promise<{ time: number; count: number }[]> {
  const from = Math.ceil(start / UNITS_MS[unit])
  const before = Math.ceil(end / UNITS_MS[unit])
  return unit === 'hour'
    ? db
        .selectFrom('project_hour')
        .select(['hour as time', 'event_count as count'])
        .where('project_id', '=', projectId)
        .where('hour', '>=', from)
        .where('hour', '<', before)
        .orderBy('hour')
        .execute()
    : db
        .selectFrom('project_day')
        .select(['day as time', 'event_count as count'])
        .where('project_id', '=', projectId)
        .where('day', '>=', from)
        .where('day', '<', before)
        .orderBy('day')
        .execute()
}
