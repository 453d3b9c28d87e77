import type { DatabaseSync } from 'node:sqlite'
import { addToSketch, countDistinct, EMPTY_SKETCH } from '#server/processing/sketches/distinct-count.ts'
import { DAY_MS } from '#server/protocol/time.ts'
import type { Aggregate, StoredEvent } from './occurrences.ts'

/** Whom each issue has hit, and in which release first and last; whom each project's events hit on each day. */
export function createPeopleAggregate(connection: DatabaseSync): Aggregate {
  const find = connection.prepare('select sketch from issue_user where project_id = ? and issue_id = ?')
  const store = connection.prepare(`
    insert into issue_user (project_id, issue_id, sketch) values (?, ?, ?)
    on conflict (project_id, issue_id) do update set sketch = excluded.sketch`)
  const countUsers = connection.prepare('update issue set user_count = ? where id = ?')
  const setReleases = connection.prepare(`
    update issue set first_release = coalesce(first_release, ?2), last_release = ?3
    where id = ?1 and last_release is distinct from ?3`)

  const addToDays = createProjectDays(connection)

  return (occurrences) => {
    const named: NamedPeople[] = []
    for (const { projectId, issueId, events } of occurrences) {
      const hashes = userHashesOf(events)
      if (hashes.size > 0) {
        named.push({ projectId, events, hashes })
        const known = find.get(projectId, issueId)?.sketch as Uint8Array | undefined // a blob column
        const sketch = addToSketch(known ?? EMPTY_SKETCH, hashes)
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

interface NamedPeople {
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

  return (named: readonly NamedPeople[]): void => {
    for (const [projectId, ofProject] of Map.groupBy(named, (people) => people.projectId)) {
      for (const [day, hashes] of hashesByDay(ofProject)) {
        const known = find.get(projectId, day)?.sketch as Uint8Array | undefined // a blob column
        const sketch = addToSketch(known ?? EMPTY_SKETCH, hashes)
        if (sketch !== known) store.run(projectId, day, sketch)
      }
    }
  }
}

/** A batch lies in one day, but for the one at midnight. */
function hashesByDay(named: readonly NamedPeople[]): Map<number, Set<number>> {
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
