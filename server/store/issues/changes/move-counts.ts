import { type Kysely, sql, type Transaction } from 'kysely'
import { DAY_MS, HOUR_MS } from '#server/protocol/time.ts'
import type { Database } from '#server/store/schema/schema.ts'
import type { TableWith } from '#server/store/schema/tables.ts'
import { greatest, least, rows } from '#server/store/words.ts'

const UNITS: Record<TableWith<{ onSplit: 'moved' }>, { unit: 'hour' | 'day'; unitMs: number }> = {
  issue_hour: { unit: 'hour', unitMs: HOUR_MS },
  issue_day: { unit: 'day', unitMs: DAY_MS },
}

interface CountMove {
  projectId: number
  /** Whose they were. */
  issueId: number
  to: number
}

/** What was counted of events that arrived at `times` is the other issue's from now on. */
export async function moveCounts(
  trx: Transaction<Database>,
  { projectId, issueId, to }: CountMove,
  times: readonly number[],
): Promise<void> {
  await addCounts(trx, { projectId, to }, times)
  for (const [table, { unit, unitMs }] of Object.entries(UNITS)) {
    const [counts, column] = [sql.table(table), sql.ref(unit)]
    const moved = countsOf(times, unitMs)
    await sql`
      update ${counts} set event_count = ${greatest(sql.lit(0), sql`${counts}.event_count - moved.quantity`)}
      from ${moved} as moved
      where project_id = ${projectId} and issue_id = ${issueId} and ${column} = moved.time`.execute(trx)
  }
  await trx
    .updateTable('issue')
    .set((eb) => ({ event_count: greatest(eb.lit(0), eb('event_count', '-', times.length)) }))
    .where('id', '=', issueId)
    .execute()
}

/** Events by hour or day, as a table. */
function countsOf(times: readonly number[], unitMs: number) {
  const byUnit = Map.groupBy(times, (time) => Math.floor(time / unitMs))
  const list = JSON.stringify(Array.from(byUnit, ([time, of]) => [time, of.length]))
  return rows(list, { time: 'integer', quantity: 'integer' })
}

/** Counts events that arrived at `times` for an issue. */
export async function addCounts(
  trx: Transaction<Database>,
  { projectId, to }: Omit<CountMove, 'issueId'>,
  times: readonly number[],
): Promise<void> {
  for (const [table, { unit, unitMs }] of Object.entries(UNITS)) {
    const [counts, column] = [sql.table(table), sql.ref(unit)]
    const moved = countsOf(times, unitMs)
    await sql`
      insert into ${counts} (project_id, issue_id, ${column}, event_count)
      select ${projectId}, ${to}, moved.time, moved.quantity from ${moved} as moved where true
      on conflict (project_id, issue_id, ${column}) do update
        set event_count = ${counts}.event_count + excluded.event_count`.execute(trx)
  }
  await trx
    .updateTable('issue')
    .set((eb) => ({
      event_count: eb('event_count', '+', times.length),
      first_seen: least(eb.ref('first_seen'), eb.val(Math.min(...times))),
    }))
    .where('id', '=', to)
    .execute()
}

/**
 * When the issue that was split was seen, by what it has left. What was seen first may have been deleted before the
 * split: then (`isWhole` false) only what is known stays.
 */
export async function settleCounts(
  trx: Transaction<Database>,
  { issueId, isWhole }: { issueId: number; isWhole: boolean },
): Promise<void> {
  const [newest, oldest] = [await findEnd(trx, issueId, 'desc'), await findEnd(trx, issueId, 'asc')]
  if (newest === undefined || oldest === undefined) return
  await trx
    .updateTable('issue')
    .set({ last_seen: newest, ...(isWhole ? { first_seen: oldest } : {}) })
    .where('id', '=', issueId)
    .execute()
}

async function findEnd(db: Pick<Kysely<Database>, 'selectFrom'>, issueId: number, order: 'asc' | 'desc') {
  const event = await db
    .selectFrom('event')
    .select('received_at as receivedAt')
    .where('issue_id', '=', issueId)
    .orderBy('received_at', order)
    .limit(1)
    .executeTakeFirst()
  return event?.receivedAt
}
