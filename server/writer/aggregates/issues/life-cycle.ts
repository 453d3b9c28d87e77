import { type IssueState, nextState } from '#server/processing/life-cycle.ts'
import { parseState } from '#server/store/issues/state.ts'
import { pinEvents } from '#server/store/maintenance/pin-events.ts'
import { queryOf } from '#server/store/rows/query.ts'
import { ask, insert, run, type Steps } from '#server/store/rows/steps.ts'
import { appendedTo } from '#server/store/rows/table.ts'
import type { Occurrences, StoredEvent } from '#server/writer/aggregates/delta.ts'
import { noteReopened } from './happenings.ts'
import { countSeen } from './ignored-counters.ts'

const ACTIVITIES = appendedTo('issue_activity')(['project_id', 'issue_id', 'kind', 'data', 'created_at'])

interface WaitingIssue {
  status: string
  condition: string | null
  seen: number
}

const FIND_WAITING = queryOf({ id: 'integer' })<WaitingIssue>(`
  select status, status_condition as condition, status_count as seen from issue
  where id = :id and status <> 'open'`)
const OPEN = queryOf({
  ...{ substatus: 'text', at: 'integer', regressed_event_id: 'text', release: 'text', id: 'integer' },
})(`
  update issue set status = 'open', substatus = :substatus, status_at = :at, status_condition = null,
    status_until = null, status_count = 0,
    regressed_event_id = case when :substatus = 'regressed' then :regressed_event_id else regressed_event_id end,
    regressed_at = case when :substatus = 'regressed' then :at else regressed_at end,
    regressed_release = case when :substatus = 'regressed' then :release else regressed_release end
  where id = :id`)
const KEEP_COUNT = queryOf({ status_count: 'integer', id: 'integer' })(
  'update issue set status_count = :status_count where id = :id',
)
const FORGET_USERS = queryOf({ project_id: 'integer', issue_id: 'integer' })(
  'delete from issue_ignored_user where project_id = :project_id and issue_id = :issue_id',
)

/** Opens issues again whose new events are what their resolution or ignoring waited for. Returns their ids. */
export function* reopenIssues(all: readonly Occurrences[]): Steps<Set<number>> {
  const reopened = new Set<number>()
  const known = all.filter(({ isNew }) => !isNew)
  const waiting = yield* ask(
    FIND_WAITING,
    known.map(({ issueId }) => ({ id: issueId })),
  )
  for (const [place, occurrences] of known.entries()) {
    const [issue] = waiting[place] ?? []
    if (issue !== undefined && (yield* lookAt(occurrences, issue))) reopened.add(occurrences.issueId)
  }
  return reopened
}

/** Says whether it is open again. */
function* lookAt(
  occurrences: Occurrences,
  { status, condition, seen: before }: WaitingIssue,
): Steps<boolean> {
  const state = parseState({ status, substatus: null, condition })
  const { seen, kept } = yield* countSeen(state, occurrences, before)
  for (const [index, stored] of occurrences.events.entries()) {
    const { release, environment } = stored.event
    const next = nextState(state, { release, environment, seen: seen[index] ?? 0 }, stored.receivedAt)
    if (next === state) continue
    yield* reopen(occurrences, next, stored)
    return true
  }
  if (kept !== before) yield* run(KEEP_COUNT, [{ status_count: kept, id: occurrences.issueId }])
  return false
}

function* reopen(occurrences: Occurrences, state: IssueState, cause: StoredEvent): Steps {
  const { projectId, issueId } = occurrences
  const substatus = state.status === 'open' ? state.substatus : null
  const { eventId, release } = cause.event
  const at = cause.receivedAt
  yield* run(OPEN, [{ substatus, at, regressed_event_id: eventId, release, id: issueId }])
  if (substatus === 'regressed') yield* pinEvents([cause.rowId])
  yield* run(FORGET_USERS, [{ project_id: projectId, issue_id: issueId }])
  const data = JSON.stringify({ eventId, release })
  const kind = substatus ?? 'lapsed'
  yield* insert(ACTIVITIES, [{ project_id: projectId, issue_id: issueId, kind, data, created_at: at }])
  if (substatus !== null) yield* noteReopened(occurrences, substatus, cause)
}
