import { type Kysely, sql } from 'kysely'
import type { CheckState } from '#server/models/uptime/checks.ts'
import type { MonitorConfig } from '#server/processing/record.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** The state of some checks, and nothing else of them. */
export async function readCheckStates(
  db: Kysely<Database>,
  ids: readonly number[],
): Promise<
  { id: number; state: CheckState; isPaused: boolean; checkedAt: number | null; everyMinutes: number }[]
> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('uptime_check')
    .select(['id', 'state', 'is_paused', 'checked_at as checkedAt', 'every_minutes as everyMinutes'])
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ is_paused, ...row }) => ({ ...row, isPaused: is_paused === 1 }))
}

/** Counts results of checks by day: the engine adds up, so that a row for each day is read and not for each hour. */
export async function countByDay(
  db: Kysely<Database>,
  ids: readonly number[],
  { fromHour, offsetHours }: { fromHour: number; offsetHours: number },
): Promise<{ checkId: number; day: number; up: number; down: number }[]> {
  if (ids.length === 0) return []
  const hours = db
    .selectFrom('uptime_hour')
    .select(['check_id', 'up_count', 'down_count'])
    .select(sql<number>`(hour + ${sql.lit(offsetHours)}) / 24`.as('day'))
    .where('check_id', 'in', ids)
    .where('hour', '>=', fromHour)
  const rows = await db
    .selectFrom(hours.as('hours'))
    .select(['check_id as checkId', 'day'])
    .select(({ fn }) => [fn.sum<number>('up_count').as('up'), fn.sum<number>('down_count').as('down')])
    .groupBy(['check_id', 'day'])
    .execute()
  return rows.map(({ checkId, day, up, down }) => ({
    checkId,
    day: Number(day),
    up: Number(up),
    down: Number(down),
  }))
}

export async function readMonitorConfigs(
  db: Kysely<Database>,
  ids: readonly number[],
): Promise<{ id: number; config: MonitorConfig | null }[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('monitor').select(['id', 'config']).where('id', 'in', ids).execute()
  return rows.map(({ id, config }) => ({
    id,
    config: config === null ? null : (JSON.parse(config) as MonitorConfig), // as the writer stored it
  }))
}
