import type { DatabaseSync } from 'node:sqlite'
import type { IssueState } from '#server/processing/life-cycle.ts'
import { MINUTE_MS } from '#server/protocol/time.ts'
import type { Occurrences, StoredEvent } from './occurrences.ts'

/** Counts what an ignored issue waits for. */
interface Counter {
  /** What there is with this event of the batch, and those before it. */
  count(stored: StoredEvent, index: number): number
  /** What is to be remembered for the next batch. */
  kept(): number
}

/** `before` is what was remembered: the events or the people since the issue was ignored. */
export function createCounters(connection: DatabaseSync) {
  const countRecent = connection.prepare(`
    select count(*) as events from (
      select 1 from event where issue_id = ? and received_at > ? order by received_at desc limit ?) as recent`)
  const insertUser = connection.prepare(
    `insert into issue_ignored_user (project_id, issue_id, user_key) values (?, ?, ?)
    on conflict (project_id, issue_id, user_key) do nothing`,
  )
  const noteUser = connection.prepare(`
    insert into issue_ignored_user (project_id, issue_id, user_key, last_at) values (?, ?, ?, ?)
    on conflict (project_id, issue_id, user_key) do update set last_at = excluded.last_at
      where issue_ignored_user.last_at < excluded.last_at`)
  const forgetUsers = connection.prepare(
    'delete from issue_ignored_user where project_id = ? and issue_id = ? and last_at <= ?',
  )
  const countUsers = connection.prepare(
    'select count(*) as users from issue_ignored_user where project_id = ? and issue_id = ?',
  )

  return (state: IssueState, occurrences: Occurrences, before: number): Counter => {
    const until = state.status === 'ignored' ? state.until : undefined
    switch (until?.kind) {
      case 'events':
        return until.periodMinutes === null
          ? eventCounter(before, occurrences)
          : periodCounter(before, occurrences, { ...until, periodMs: until.periodMinutes * MINUTE_MS })
      case 'users':
        return until.periodMinutes
          ? recentUserCounter(before, occurrences, until.periodMinutes * MINUTE_MS)
          : userCounter(before, occurrences)
      default:
        return { count: () => 0, kept: () => before }
    }
  }

  function eventCounter(before: number, { events }: Occurrences): Counter {
    return { count: (_stored, index) => before + index + 1, kept: () => before + events.length }
  }

  /** A batch is one moment to a period: it is looked at when the batch ends, and only once there may be enough. */
  function periodCounter(
    before: number,
    { issueId, events }: Occurrences,
    { count: wanted, periodMs }: { count: number; periodMs: number },
  ): Counter {
    const total = before + events.length
    return {
      count({ receivedAt }, index) {
        if (index < events.length - 1 || total < wanted) return 0
        const recent = Number(countRecent.get(issueId, receivedAt - periodMs, wanted)?.events)
        return Math.min(total, recent) // what came before it was ignored may lie in the period, too
      },
      kept: () => total,
    }
  }

  function userCounter(before: number, { projectId, issueId }: Occurrences): Counter {
    let people = before
    return {
      count({ event }) {
        const key = event.userKey
        if (key !== null) people += Number(insertUser.run(projectId, issueId, key).changes)
        return people
      },
      kept: () => people,
    }
  }

  /** As with events, a batch is one moment. Whom it waits for are the rows that there are: never more than it waits for. */
  function recentUserCounter(
    before: number,
    { projectId, issueId, events }: Occurrences,
    periodMs: number,
  ): Counter {
    let people = before
    return {
      count({ event, receivedAt }, index) {
        const key = event.userKey
        if (key !== null) noteUser.run(projectId, issueId, key, receivedAt)
        if (index < events.length - 1) return 0
        forgetUsers.run(projectId, issueId, receivedAt - periodMs)
        people = Number(countUsers.get(projectId, issueId)?.users)
        return people
      },
      kept: () => people,
    }
  }
}
