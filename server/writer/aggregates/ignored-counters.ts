import type { DatabaseSync } from 'node:sqlite'
import type { IssueState } from '#server/processing/life-cycle.ts'
import { HOUR_MS, MINUTE_MS } from '#server/protocol/time.ts'
import type { Occurrences, StoredEvent } from './delta.ts'

/** Counts what an ignored issue waits for. */
interface Counter {
  /** What there is with this event of the batch, and those before it. */
  count(stored: StoredEvent, index: number): number
  /** What is to be remembered for the next batch. */
  kept(): number
}

interface Wanted {
  periodMs: number
  /** Undefined where all environments count. */
  environment?: string
}

function isIn(environment: string | undefined, { event }: StoredEvent): boolean {
  return environment === undefined || event.environment === environment
}

/** `before` is what was remembered: the events or the users since the issue was ignored. */
export function createCounters(connection: DatabaseSync) {
  const countRecent = connection.prepare(`
    select count(*) as events from (
      select 1 from event where issue_id = ? and received_at > ? order by received_at desc limit ?) as recent`)
  // Events of all other environments may lie in a period, so whole hours are counted by their sums.
  const countHoursIn = connection.prepare(`
    select coalesce(sum(event_count), 0) as events from issue_scope_hour
    where project_id = ? and issue_id = ? and hour > ? and environment = ?`)
  const countBetweenIn = connection.prepare(`
    select count(*) as events from event
    where issue_id = ? and received_at > ? and received_at < ? and environment = ?`)
  const countHour = connection.prepare(
    'select event_count as events from issue_hour where project_id = ? and issue_id = ? and hour = ?',
  )
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
          ? eventCounter(before, until.environment)
          : periodCounter(before, occurrences, { ...until, periodMs: until.periodMinutes * MINUTE_MS })
      case 'users':
        return until.periodMinutes
          ? recentUserCounter(before, occurrences, { ...until, periodMs: until.periodMinutes * MINUTE_MS })
          : userCounter(before, occurrences, until.environment)
      case 'escalating':
        return hourCounter(before, occurrences)
      default:
        return { count: () => 0, kept: () => before }
    }
  }

  function eventCounter(before: number, environment: string | undefined): Counter {
    let events = before
    return {
      count(stored) {
        if (isIn(environment, stored)) events++
        return events
      },
      kept: () => events,
    }
  }

  /** A batch is one moment to a period: it is looked at when the batch ends, and only once there may be enough. */
  function periodCounter(
    before: number,
    { projectId, issueId, events }: Occurrences,
    { count: wanted, periodMs, environment }: Wanted & { count: number },
  ): Counter {
    const total = before + events.filter((stored) => isIn(environment, stored)).length
    return {
      count({ receivedAt }, index) {
        if (index < events.length - 1 || total < wanted || total === before) return 0
        const since = receivedAt - periodMs
        const recent =
          environment === undefined
            ? Number(countRecent.get(issueId, since, wanted)?.events)
            : recentIn(environment, { projectId, issueId }, since)
        return Math.min(total, recent) // what came before it was ignored may lie in the period, too
      },
      kept: () => total,
    }
  }

  function recentIn(
    environment: string,
    { projectId, issueId }: Pick<Occurrences, 'projectId' | 'issueId'>,
    since: number,
  ): number {
    const hour = Math.floor(since / HOUR_MS)
    const ofHours = countHoursIn.get(projectId, issueId, hour, environment)
    const ofPart = countBetweenIn.get(issueId, since, (hour + 1) * HOUR_MS, environment)
    return Number(ofHours?.events) + Number(ofPart?.events)
  }

  function userCounter(
    before: number,
    { projectId, issueId }: Occurrences,
    environment: string | undefined,
  ): Counter {
    let users = before
    return {
      count(stored) {
        const key = stored.event.userKey
        if (key !== null && isIn(environment, stored))
          users += Number(insertUser.run(projectId, issueId, key).changes)
        return users
      },
      kept: () => users,
    }
  }

  /** The events of the last event's hour, which are counted already. A batch is one moment here, too. */
  function hourCounter(before: number, { projectId, issueId, events }: Occurrences): Counter {
    return {
      count({ receivedAt }, index) {
        if (index < events.length - 1) return 0
        return Number(countHour.get(projectId, issueId, Math.floor(receivedAt / HOUR_MS))?.events ?? 0)
      },
      kept: () => before,
    }
  }

  /** As with events, a batch is one moment. Whom it waits for are the rows that there are: never more than it waits for. */
  function recentUserCounter(
    before: number,
    { projectId, issueId, events }: Occurrences,
    { periodMs, environment }: Wanted,
  ): Counter {
    let users = before
    return {
      count(stored, index) {
        const { event, receivedAt } = stored
        const key = event.userKey
        if (key !== null && isIn(environment, stored)) noteUser.run(projectId, issueId, key, receivedAt)
        if (index < events.length - 1) return 0
        forgetUsers.run(projectId, issueId, receivedAt - periodMs)
        users = Number(countUsers.get(projectId, issueId)?.users)
        return users
      },
      kept: () => users,
    }
  }
}
