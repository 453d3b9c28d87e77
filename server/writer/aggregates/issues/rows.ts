import { causeKeyOf } from '#server/store/events/echo-causes.ts'
import { queryOf } from '#server/store/rows/query.ts'
import { ask, change, type Steps } from '#server/store/rows/steps.ts'
import { ISSUE_FAULTS, ISSUE_ROWS } from '#server/store/schema/counted-tables.ts'
import type { IssueRowChange } from '#server/writer/aggregates/delta.ts'

const WAS_MAPPED = queryOf({ grouping_id: 'integer' })<{ found: number }>(`
  select 1 as found from waiting_stack where grouping_id = :grouping_id and state in ('mapped', 'partly') limit 1`)
const FIND_KEY = queryOf({ id: 'integer' })<{ key: string }>(
  'select grouping_key as key from issue where id = :id',
)

/** Counts events into the rows of their issues, and names these after the latest events. */
export function* changeIssues(issues: readonly IssueRowChange[]): Steps {
  const names = yield* chooseNames(issues)
  for (const { table, rows } of runsOf(issues, names)) yield* change(table, rows)
  yield* change(
    ISSUE_FAULTS,
    issues.flatMap(({ issueId, fault }) => (fault === null ? [] : [{ id: issueId, fault }])),
  )
}

/** The part of an issue's name that a change replaces. */
type Name = keyof typeof ISSUE_ROWS

/**
 * Echoes that were merged into an issue must not name it; nor must frames without their source maps say where it happens, once
 * maps have said it.
 */
function* chooseNames(issues: readonly IssueRowChange[]): Steps<Name[]> {
  const echoes = issues.filter(({ key }) => causeKeyOf(key) !== undefined)
  const keys = yield* ask(
    FIND_KEY,
    echoes.map(({ issueId }) => ({ id: issueId })),
  )
  const merged = new Set(echoes.filter(({ key }, place) => keys[place]?.[0]?.key !== key))
  const waiting = issues.filter((issue) => issue.isWaiting && causeKeyOf(issue.key) === undefined)
  const found = yield* ask(
    WAS_MAPPED,
    waiting.map(({ groupingId }) => ({ grouping_id: groupingId })),
  )
  const mapped = new Set(waiting.filter((_issue, place) => (found[place]?.length ?? 0) > 0))
  return issues.map((issue) => (merged.has(issue) ? 'nothing' : mapped.has(issue) ? 'value' : 'everything'))
}

/** Groups neighbouring changes of the same kind, in order, because the latest change of an issue names it. */
function runsOf(issues: readonly IssueRowChange[], names: readonly Name[]) {
  const runs: { table: (typeof ISSUE_ROWS)[Name]; rows: ReturnType<typeof rowOf>[] }[] = []
  for (const [place, issue] of issues.entries()) {
    const table = ISSUE_ROWS[names[place] ?? 'everything']
    const last = runs.at(-1)
    if (last?.table === table) last.rows.push(rowOf(issue))
    else runs.push({ table, rows: [rowOf(issue)] })
  }
  return runs
}

function rowOf({ issueId, type, value, culprit, level, ...issue }: IssueRowChange) {
  return {
    ...{ id: issueId, type, value, culprit, level, is_unhandled: issue.isUnhandled ? 1 : 0 },
    ...{ first_seen: issue.firstSeen, last_seen: issue.lastSeen, event_count: issue.eventCount },
  }
}
