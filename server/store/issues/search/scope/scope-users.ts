import { type Kysely, sql } from 'kysely'
import { type CountedDay, countDailyUsers, type UserCount } from '#server/processing/sketches/daily-users.ts'
import { DAY_MS, HOUR_MS } from '#server/protocol/time.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { rows } from '#server/store/words.ts'
import { type EventScope, isNarrowed } from './scope-counts.ts'

interface CountedIssue {
  id: number
  projectId: number
  firstSeen: number
  lastSeen: number
  /** The users of all time. */
  userCount: number
}

const DAY_HOURS = DAY_MS / HOUR_MS
const FOREVER = 2 ** 40
/** The users of all time are exact up to so many: processing/sketches/distinct-count.ts. */
const MOST_EXACT = 1_000

/**
 * Counts the users of each of these issues that were hit in the scope, in their order. Times count with all hours that
 * they have a part of, as for events.
 */
export async function countUsersInScope(
  db: Kysely<Database>,
  issues: readonly CountedIssue[],
  scope: EventScope,
): Promise<UserCount[]> {
  const parts = issues.filter((issue) => issue.userCount > 0 && !isWhole(issue, scope))
  const counts = parts.length === 0 ? new Map() : await readCounts(db, parts, scope)
  return issues.map((issue) =>
    isWhole(issue, scope)
      ? { count: issue.userCount, isExact: issue.userCount <= MOST_EXACT }
      : (counts.get(issue.id) ?? { count: 0, isExact: true }),
  )
}

/** True for an issue that happened in this time alone: then its users of all time are those of the scope. */
function isWhole({ firstSeen, lastSeen }: CountedIssue, scope: EventScope): boolean {
  const { from, before } = hoursOf(scope)
  return !isNarrowed(scope) && from * HOUR_MS <= firstSeen && lastSeen < before * HOUR_MS
}

async function readCounts(
  db: Kysely<Database>,
  issues: readonly CountedIssue[],
  scope: EventScope,
): Promise<Map<number, UserCount>> {
  const hours = hoursOf(scope)
  const days = { from: Math.floor(hours.from / DAY_HOURS), before: Math.ceil(hours.before / DAY_HOURS) }
  const keys = JSON.stringify(issues.map(({ projectId, id }) => [projectId, id]))
  const { environment, release } = scope
  const tests = [
    sql`counted.day >= ${days.from} and counted.day < ${days.before}`,
    ...(environment === undefined ? [] : [sql`counted.environment = ${environment}`]),
    ...(release === undefined ? [] : [sql`counted.release = ${release}`]),
  ]
  const read = await sql<{ issueId: number; day: number; sketch: Uint8Array }>`
    select counted.issue_id as "issueId", counted.day as day, counted.sketch as sketch
    from ${rows(keys, { project_id: 'integer', issue_id: 'integer' })} as listed cross join ${sql.table('issue_scope_user')} as counted
    where counted.project_id = listed.project_id and counted.issue_id = listed.issue_id
      and ${sql.join(tests, sql` and `)}`.execute(db)
  const ofIssues = new Map<number, CountedDay[]>()
  for (const { issueId, day, sketch } of read.rows) {
    const ofIssue = ofIssues.get(issueId) ?? []
    ofIssues.set(issueId, ofIssue)
    ofIssue.push({ sketch, hours: bitsBetween(hours.from - day * DAY_HOURS, hours.before - day * DAY_HOURS) })
  }
  return new Map(Array.from(ofIssues, ([id, ofIssue]) => [id, countDailyUsers(ofIssue)]))
}

/** Whole hours since the epoch. */
function hoursOf({ from, before }: EventScope) {
  return {
    from: Math.floor((from ?? 0) / HOUR_MS),
    before: before === undefined ? FOREVER : Math.ceil(before / HOUR_MS),
  }
}

/** The hours of a day as bits. */
function bitsBetween(from: number, before: number): number {
  const upTo = (hour: number) => 2 ** Math.min(Math.max(hour, 0), DAY_HOURS) - 1
  return upTo(before) - upTo(from)
}
