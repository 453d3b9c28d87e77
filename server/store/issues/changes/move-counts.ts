import { type Kysely, sql, type Transaction } from 'kysely'
import { DAY_MS, HOUR_MS } from '#server/protocol/time.ts'
import type { Database } from '#server/store/schema/schema.ts'
import type { TableWith } from '#server/store/schema/tables.ts'
import { greatest, least, rows } from '#server/store/words.ts'

interface CountKey {
  unit: 'hour' | 'day'
  unitMs: number
  /** Environments and releases are counted apart. */
  isScoped: boolean
}

/** In the order in which batches count: whoever changed the same rows in another order could wait for us while we wait. */
const KEYS: Record<TableWith<{ onSplit: 'moved' }>, CountKey> = {
  issue_scope_hour: { unit: 'hour', unitMs: HOUR_MS, isScoped: true },
  issue_scope_day: { unit: 'day', unitMs: DAY_MS, isScoped: true },
  issue_hour: { unit: 'hour', unitMs: HOUR_MS, isScoped: false },
  issue_day: { unit: 'day', unitMs: DAY_MS, isScoped: false },
}

/** What an event is counted by. */
export interface MovedEvent {
  receivedAt: number
  environment: string | null
  release: string | null
}

interface CountMove {
  projectId: number
  /** Whose they were. */
  issueId: number
  to: number
}

/** What was counted of these events is the other issue's from now on. Batches change the issues' rows first, in order, too. */
export async function moveCounts(
  trx: Transaction<Database>,
  { projectId, issueId, to }: CountMove,
  events: readonly MovedEvent[],
): Promise<void> {
  const give = () => addToIssue(trx, to, events)
  const take = () => takeFromIssue(trx, issueId, events)
  for (const change of issueId < to ? [take, give] : [give, take]) await change()
  await addToTables(trx, { projectId, to }, events)
  for (const [table, key] of Object.entries(KEYS)) {
    const [counts, time] = [sql.table(table), sql.ref(key.unit)]
    const isSame = key.isScoped
      ? sql`${time} = moved.time and ${counts}.environment = moved.environment and ${counts}.release = moved.release`
      : sql`${time} = moved.time`
    await sql`
      update ${counts} set event_count = ${greatest(sql.lit(0), sql`${counts}.event_count - moved.quantity`)}
      from ${countsOf(events, key)} as moved
      where project_id = ${projectId} and issue_id = ${issueId} and ${isSame}`.execute(trx)
  }
}

/** The events by what they are counted by, as a table. */
function countsOf(events: readonly MovedEvent[], { unitMs, isScoped }: CountKey) {
  const counts = new Map<string, number>()
  for (const { receivedAt, environment, release } of events) {
    const scope = isScoped ? [environment ?? '', release ?? ''] : ['', '']
    const key = JSON.stringify([Math.floor(receivedAt / unitMs), ...scope])
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const list = JSON.stringify(Array.from(counts, ([key, count]) => [...JSON.parse(key), count])) // written above
  return rows(list, { time: 'integer', environment: 'text', release: 'text', quantity: 'integer' })
}

/** Counts these events for an issue. */
export async function addCounts(
  trx: Transaction<Database>,
  { projectId, to }: Omit<CountMove, 'issueId'>,
  events: readonly MovedEvent[],
): Promise<void> {
  await addToIssue(trx, to, events)
  await addToTables(trx, { projectId, to }, events)
}

async function addToTables(
  trx: Transaction<Database>,
  { projectId, to }: Omit<CountMove, 'issueId'>,
  events: readonly MovedEvent[],
): Promise<void> {
  for (const [table, key] of Object.entries(KEYS)) {
    const [counts, time] = [sql.table(table), sql.ref(key.unit)]
    const [columns, values] = key.isScoped
      ? [sql`${time}, environment, release`, sql`moved.time, moved.environment, moved.release`]
      : [time, sql`moved.time`]
    await sql`
      insert into ${counts} (project_id, issue_id, ${columns}, event_count)
      select ${projectId}, ${to}, ${values}, moved.quantity from ${countsOf(events, key)} as moved where true
      on conflict (project_id, issue_id, ${columns}) do update
        set event_count = ${counts}.event_count + excluded.event_count`.execute(trx)
  }
}

function addToIssue(trx: Transaction<Database>, issueId: number, events: readonly MovedEvent[]) {
  return trx
    .updateTable('issue')
    .set((eb) => ({
      event_count: eb('event_count', '+', events.length),
      first_seen: least(eb.ref('first_seen'), eb.val(earliestOf(events))),
    }))
    .where('id', '=', issueId)
    .execute()
}

function takeFromIssue(trx: Transaction<Database>, issueId: number, events: readonly MovedEvent[]) {
  return trx
    .updateTable('issue')
    .set((eb) => ({ event_count: greatest(eb.lit(0), eb('event_count', '-', events.length)) }))
    .where('id', '=', issueId)
    .execute()
}

function earliestOf(events: readonly MovedEvent[]): number {
  return events.reduce((earliest, { receivedAt }) => Math.min(earliest, receivedAt), Number.MAX_SAFE_INTEGER)
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
