import {
  type PackedBlock,
  type Placed,
  placeColumns,
  storeBlocks,
} from '#server/store/engine/payload-blocks.ts'
import { evictionRankOf } from '#server/store/maintenance/eviction-rank.ts'
import type { CountStored } from '#server/store/projects/stored-counts.ts'
import { insert, put, type Steps } from '#server/store/rows/steps.ts'
import { appendedTo, type RowOf, tableOf } from '#server/store/rows/table.ts'
import type { IssueRowChange, Occurrences } from '#server/writer/aggregates/delta.ts'
import type { PreparedEvent } from '#server/writer/batch/prepare.ts'
import { changesByGrouping, digestPrefix, groupingName } from './issue-change.ts'
import { type FoundIssue, findIssues } from './issues.ts'

const EVENTS = appendedTo('event')([
  ...(['project_id', 'event_id', 'issue_id', 'timestamp', 'received_at', 'level', 'value'] as const),
  ...(['environment', 'release', 'user_label', 'trace_id', 'span_id'] as const),
  ...(['block_id', 'block_offset', 'block_length', 'grouping_id', 'redundancy'] as const),
])
const DIGESTS = tableOf('digest')({
  key: ['digest', 'event_row_id'],
  keep: ['project_id', 'fault', 'tells_of_server'],
})

export interface AppendedEvents {
  occurrences: Occurrences[]
  /** The changes to the rows of their issues. */
  issues: IssueRowChange[]
}

/** Stores events with their payloads, below the issues of their grouping keys. */
export function* appendEvents(
  blocks: readonly PackedBlock<PreparedEvent>[],
  countStored: CountStored,
): Steps<AppendedEvents> {
  const changes = changesByGrouping(blocks.flatMap(({ members }) => members.map(({ of }) => of)))
  const found = yield* findIssues([...changes.values()])
  const byGrouping = new Map([...changes.keys()].map((name, place) => [name, found[place]]))
  const byIssue = occurrencesOf([...changes.values()], found)
  const rows = placeEvents(yield* storeBlocks(blocks), byGrouping, countStored)
  const rowIds = yield* insert(
    EVENTS,
    rows.map(({ row }) => row),
  )
  const digests: RowOf<typeof DIGESTS>[] = []
  for (const [place, { event, groupingId, issueId }] of rows.entries()) {
    const rowId = rowIds[place] ?? 0
    byIssue.get(issueId)?.events.push({ rowId, groupingId, event, receivedAt: event.receivedAt })
    for (const digest of event.digests) digests.push(digestRow(digest, rowId, event))
  }
  yield* put(DIGESTS, digests)
  const issues = [...changes.values()].flatMap((change, place) => {
    const issue = found[place]
    return issue ? [{ ...change, issueId: issue.issueId, groupingId: issue.groupingId }] : []
  })
  return { occurrences: [...byIssue.values()], issues }
}

/** Makes one for each issue. Several keys may lead to a merged issue. */
function occurrencesOf(
  changes: readonly { projectId: number }[],
  found: readonly FoundIssue[],
): Map<number, Occurrences> {
  const byIssue = new Map<number, Occurrences>()
  for (const [place, { projectId }] of changes.entries()) {
    const issue = found[place]
    if (issue === undefined || byIssue.has(issue.issueId)) continue
    byIssue.set(issue.issueId, { projectId, issueId: issue.issueId, isNew: issue.isNew, events: [] })
  }
  return byIssue
}

function placeEvents(
  placed: readonly Placed<PreparedEvent>[],
  byGrouping: ReadonlyMap<string, FoundIssue | undefined>,
  countStored: CountStored,
) {
  const counts = new Map<number, number>()
  return placed.map(({ of: event, place }) => {
    const issue = byGrouping.get(groupingName(event))
    if (issue === undefined) throw new Error('Cannot store event: its issue was not found')
    const { issueId, groupingId } = issue
    const count = (counts.get(issueId) ?? issue.countBefore) + 1
    counts.set(issueId, count)
    countStored(event.projectId, 'events', 1, place.blockLength)
    const row = {
      ...{ project_id: event.projectId, event_id: event.eventId, issue_id: issueId },
      ...{ timestamp: event.timestamp, received_at: event.receivedAt, level: event.level },
      ...{ value: event.title.value, environment: event.environment, release: event.release },
      ...{ user_label: event.userLabel, trace_id: event.traceId, span_id: event.spanId },
      ...placeColumns(place),
      ...{ grouping_id: groupingId, redundancy: evictionRankOf(count) },
    }
    return { row, event, groupingId, issueId }
  })
}

function digestRow(digest: string, event_row_id: number, event: PreparedEvent): RowOf<typeof DIGESTS> {
  const tells_of_server = event.tellsOfServer ? 1 : 0
  return {
    ...{ digest, event_row_id, project_id: event.projectId },
    ...{ fault: digestPrefix(digest), tells_of_server },
  }
}
