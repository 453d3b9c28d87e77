import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '#server/protocol/time.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { rows } from '#server/store/words.ts'

/** Which events are counted: those of a time, an environment and a release. */
export interface EventScope {
  /** Milliseconds since the epoch. Events are counted by whole hours: all those that the time has a part of. */
  from?: number | undefined
  /** Not included. */
  before?: number | undefined
  environment?: string | undefined
  release?: string | undefined
}

interface ScopedIssue {
  id: number
  projectId: number
}

type Unit = 'hour' | 'day'

/** Hours or days, counted from the epoch; `before` is not included. */
interface Span {
  unit: Unit
  from: number
  before: number
}

const DAY_HOURS = DAY_MS / HOUR_MS
/** Up to so many hours are read one by one; of a longer time the whole days are read, and the hours at its ends. */
const MOST_HOURS = 3 * DAY_HOURS
const FOREVER = 2 ** 40

/** Counts the events of each of these issues that lie in the scope, in their order. */
export async function countInScope(
  db: Kysely<Database>,
  issues: readonly ScopedIssue[],
  scope: EventScope,
): Promise<number[]> {
  const sums = new Map<number, number>()
  const keys = JSON.stringify(issues.map(({ projectId, id }) => [projectId, id]))
  const ofSpans = await Promise.all(spansOf(scope).map((span) => sumSpan(db, keys, scope, span)))
  for (const { issueId, eventCount } of ofSpans.flat()) {
    sums.set(issueId, (sums.get(issueId) ?? 0) + eventCount)
  }
  return issues.map(({ id }) => sums.get(id) ?? 0)
}

/** Counts the events of each of these issues in each of the last hours or days before `before`, oldest first. */
export async function listInScope(
  db: Kysely<Database>,
  issues: readonly ScopedIssue[],
  { scope, span }: { scope: Omit<EventScope, 'from' | 'before'>; span: Span },
): Promise<number[][]> {
  const keys = JSON.stringify(issues.map(({ projectId, id }) => [projectId, id]))
  const counted = await sql<{ issueId: number; time: number; eventCount: number }>`
    select counted.issue_id as "issueId", counted.${sql.ref(span.unit)} as time, sum(counted.event_count) as "eventCount"
    from ${listed(keys)} as listed cross join ${tableOf(scope, span.unit)} as counted
    where counted.project_id = listed.project_id and counted.issue_id = listed.issue_id and ${isIn(scope, span)}
    group by counted.issue_id, counted.${sql.ref(span.unit)}`.execute(db)
  const lists = new Map(issues.map(({ id }) => [id, new Array<number>(span.before - span.from).fill(0)]))
  for (const { issueId, time, eventCount } of counted.rows) {
    const list = lists.get(issueId)
    if (list) list[time - span.from] = eventCount
  }
  return issues.map(({ id }) => lists.get(id) ?? [])
}

/** True for an issue with an event in the scope: a condition of its row. */
export function happenedInScope(scope: EventScope): Expression<SqlBool> {
  const tests = spansOf(scope).map(
    (span) => sql<SqlBool>`exists (
      select 1 from ${tableOf(scope, span.unit)} as counted
      where counted.project_id = issue.project_id and counted.issue_id = issue.id and ${isIn(scope, span)})`,
  )
  return sql<SqlBool>`(${sql.join(tests, sql` or `)})`
}

async function sumSpan(db: Kysely<Database>, keys: string, scope: EventScope, span: Span) {
  const sums = await sql<{ issueId: number; eventCount: number }>`
    select counted.issue_id as "issueId", sum(counted.event_count) as "eventCount"
    from ${listed(keys)} as listed cross join ${tableOf(scope, span.unit)} as counted
    where counted.project_id = listed.project_id and counted.issue_id = listed.issue_id and ${isIn(scope, span)}
    group by counted.issue_id`.execute(db)
  return sums.rows
}

function listed(keys: string) {
  return rows(keys, { project_id: 'integer', issue_id: 'integer' })
}

/** False for a scope that is only a time. */
export function isNarrowed({ environment, release }: EventScope): boolean {
  return environment !== undefined || release !== undefined
}

/** The tables without environments and releases are smaller, and go back further. */
function tableOf(scope: EventScope, unit: Unit) {
  return sql.table(isNarrowed(scope) ? `issue_scope_${unit}` : `issue_${unit}`)
}

function isIn({ environment, release }: EventScope, { unit, from, before }: Span) {
  const time = sql`counted.${sql.ref(unit)}`
  const tests = [
    sql`${time} >= ${from} and ${time} < ${before}`,
    ...(environment === undefined ? [] : [sql`counted.environment = ${environment}`]),
    ...(release === undefined ? [] : [sql`counted.release = ${release}`]),
  ]
  return sql<SqlBool>`${sql.join(tests, sql` and `)}`
}

/**
 * The hours and days that a time is made of.
 * @internal
 */
export function spansOf({ from, before }: EventScope): Span[] {
  if (from === undefined && before === undefined) return [{ unit: 'day', from: 0, before: FOREVER }]
  const hours = {
    from: Math.floor((from ?? 0) / HOUR_MS),
    before: before === undefined ? FOREVER : Math.ceil(before / HOUR_MS),
  }
  const days = { from: Math.ceil(hours.from / DAY_HOURS), before: Math.floor(hours.before / DAY_HOURS) }
  if (hours.before - hours.from <= MOST_HOURS || days.before <= days.from) return [{ unit: 'hour', ...hours }]
  const spans: Span[] = [
    { unit: 'hour', from: hours.from, before: days.from * DAY_HOURS },
    { unit: 'day', ...days },
    { unit: 'hour', from: days.before * DAY_HOURS, before: hours.before },
  ]
  return spans.filter((span) => span.before > span.from)
}
