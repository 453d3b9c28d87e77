import type { DatabaseSync } from 'node:sqlite'
import { type IssueState, nextState } from '#server/processing/life-cycle.ts'
import { parseState } from '#server/store/issues/state.ts'
import { createEventPinner } from '#server/store/maintenance/pin-event.ts'
import type { Consequence, Occurrences, StoredEvent } from './delta.ts'
import { createCounters } from './ignored-counters.ts'

/** Opens issues again whose new events are what their resolution or ignoring waited for. */
export function createLifeCycle(connection: DatabaseSync): Consequence {
  const find = connection.prepare(`
    select status, substatus, status_condition as condition, status_count as seen from issue
    where id = ? and status <> 'open'`)
  const open = connection.prepare(`
    update issue set status = 'open', substatus = ?1, status_at = ?2, status_condition = null,
      status_until = null, status_count = 0,
      regressed_event_id = case when ?1 = 'regressed' then ?3 else regressed_event_id end,
      regressed_at = case when ?1 = 'regressed' then ?2 else regressed_at end,
      regressed_release = case when ?1 = 'regressed' then ?5 else regressed_release end
    where id = ?4`)
  const insertActivity = connection.prepare(
    'insert into issue_activity (project_id, issue_id, kind, data, created_at) values (?, ?, ?, ?, ?)',
  )
  const keepCount = connection.prepare('update issue set status_count = ? where id = ?')
  const forgetUsers = connection.prepare(
    'delete from issue_ignored_user where project_id = ? and issue_id = ?',
  )
  const counterOf = createCounters(connection)
  const pinEvent = createEventPinner(connection)

  function aggregateIssue(occurrences: Occurrences): void {
    const { issueId, events } = occurrences
    const row = find.get(issueId)
    if (row === undefined) return
    const state = parseState({
      status: String(row.status),
      substatus: null,
      condition: row.condition === null ? null : String(row.condition),
    })
    const before = Number(row.seen)
    const counter = counterOf(state, occurrences, before)
    for (const [index, stored] of events.entries()) {
      const { release, environment } = stored.event
      const seen = counter.count(stored, index)
      const next = nextState(state, { release, environment, seen }, stored.receivedAt)
      if (next === state) continue
      reopen(occurrences, next, stored)
      return
    }
    if (counter.kept() !== before) keepCount.run(counter.kept(), issueId)
  }

  function reopen({ projectId, issueId }: Occurrences, state: IssueState, cause: StoredEvent): void {
    const substatus = state.status === 'open' ? state.substatus : null
    const { eventId, release } = cause.event
    open.run(substatus, cause.receivedAt, eventId, issueId, release)
    if (substatus === 'regressed') pinEvent(cause.rowId)
    forgetUsers.run(projectId, issueId)
    const data = JSON.stringify({ eventId, release })
    insertActivity.run(projectId, issueId, substatus ?? 'lapsed', data, cause.receivedAt)
  }

  return (all) => {
    for (const occurrences of all) if (!occurrences.isNew) aggregateIssue(occurrences)
  }
}
