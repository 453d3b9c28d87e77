import type { DatabaseSync } from 'node:sqlite'
import { addToSketch, countDistinct, EMPTY_SKETCH } from '#server/processing/sketches/distinct-count.ts'
import { DAY_MS } from '#server/protocol/time.ts'
import { createDailyUsers } from './daily-users.ts'
import type { Aggregate, StoredEvent } from './occurrences.ts'

/**
 * Whom each issue has hit, by the day too, and in which release first and last; whom each project's events hit on each
 * day.
 */
export function createUserAggregate(connection: DatabaseSync): Aggregate {
  const find = connection.prepare('select sketch from issue_user where project_id = ? and issue_id = ?')
  const store = connection.prepare(`
    insert into issue_user (project_id, issue_id, sketch) values (?, ?, ?)
    on conflict (project_id, issue_id) do update set sketch = excluded.sketch`)
  const countUsers = connection.prepare('update issue set user_count = ? where id = ?')
  const setReleases = connection.prepare(`
    update issue set first_release = coalesce(first_release, ?2), last_release = ?3
    where id = ?1 and last_release is distinct from ?3`)

  const addToIssueDays = createDailyUsers(connection)
  const addToDays = createProjectDays(connection)

  return (occurrences) => {
    const named: NamedUsers[] = []
    for (const occurrence of occurrences) {
      const { projectId, issueId, events } = occurrence
      const hashes = userHashesOf(events)
      if (hashes.size > 0) named.push({ projectId, events, hashes })
      const newcomers = hashes.size > 0 ? addToIssueDays(occurrence) : hashes
      if (newcomers.size > 0) {
        const known = find.get(projectId, issueId)?.sketch as Uint8Array | undefined // a blob column
        const sketch = addToSketch(known ?? EMPTY_SKETCH, newcomers)
        if (sketch !== known) {
          store.run(projectId, issueId, sketch)
          countUsers.run(countDistinct(sketch), issueId)
        }
      }
      const releases = events.map(({ event }) => event.release).filter((release) => release !== null)
      const [first, last] = [releases[0], releases.at(-1)]
      if (first !== undefined && last !== undefined) setReleases.run(issueId, first, last)
    }
    addToDays(named)
  }
}

interface NamedUsers {
  projectId: number
  events: readonly StoredEvent[]
  hashes: Set<number>
}

/** All that a batch says of a project at once: its sketch is as large as all of its issues' together. */
function createProjectDays(connection: DatabaseSync) {
  const find = connection.prepare('select sketch from project_user_day where project_id = ? and day = ?')
  const store = connection.prepare(`
    insert into project_user_day (project_id, day, sketch) values (?, ?, ?)
    on conflict (project_id, day) do update set sketch = excluded.sketch`)

  return (named: readonly NamedUsers[]): void => {
    for (const [projectId, ofProject] of Map.groupBy(named, (users) => users.projectId)) {
      for (const [day, hashes] of hashesByDay(ofProject)) {
        const known = find.get(projectId, day)?.sketch as Uint8Array | undefined // a blob column
        const sketch = addToSketch(known ?? EMPTY_SKETCH, hashes)
        if (sketch !== known) store.run(projectId, day, sketch)
      }
    }
  }
}

/** A batch lies in one day, but for the one at midnight. */
function hashesByDay(named: readonly NamedUsers[]): Map<number, Set<number>> {
  const byDay = new Map<number, Set<number>>()
  for (const { events, hashes } of named) {
    const days = new Set(events.map(dayOf))
    for (const day of days) {
      const known = byDay.get(day) ?? new Set()
      byDay.set(day, known)
      const own = days.size === 1 ? hashes : userHashesOf(events.filter((event) => dayOf(event) === day))
      for (const hash of own) known.add(hash)
    }
  }
  return byDay
}

function dayOf({ receivedAt }: StoredEvent): number {
  return Math.floor(receivedAt / DAY_MS)
}

export function userHashesOf(events: readonly StoredEvent[]): Set<number> {
  return new Set(events.map(({ event }) => event.userHash).filter((hash) => hash !== null))
}
