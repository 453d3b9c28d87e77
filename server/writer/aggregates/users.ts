import { addToSketch, countDistinct, EMPTY_SKETCH } from '#server/processing/sketches/distinct-count.ts'
import { DAY_MS } from '#server/protocol/time.ts'
import { change, put, read, type Steps } from '#server/store/rows/steps.ts'
import { COUNTED, ISSUE_RELEASES, ISSUE_USERS } from '#server/store/schema/counted-tables.ts'
import { countDailyUsers } from './daily-users.ts'
import type { Occurrences, StoredEvent } from './delta.ts'

/** Whom each issue has hit, by the day too; whom each project's events hit on each day. */
export function* countUsers(occurrences: readonly Occurrences[]): Steps {
  const named = occurrences
    .map((occurrence) => ({ ...occurrence, hashes: userHashesOf(occurrence.events) }))
    .filter(({ hashes }) => hashes.size > 0)
  const newcomers = yield* countDailyUsers(named)
  yield* countIssueUsers(named, newcomers)
  yield* countProjectUsers(named)
}

/** Adds to the sketches of issues; a set of users for each of them. */
function* countIssueUsers(occurrences: readonly Occurrences[], newcomers: readonly Set<number>[]): Steps {
  const fresh = occurrences.flatMap(({ projectId, issueId }, place) => {
    const hashes = newcomers[place]
    return hashes && hashes.size > 0 ? [{ key: { project_id: projectId, issue_id: issueId }, hashes }] : []
  })
  const known = yield* read(
    COUNTED.issue_user,
    fresh.map(({ key }) => key),
  )
  const rows = fresh.flatMap(({ key, hashes }, place) => withUsers(key, known[place]?.sketch, hashes))
  yield* put(COUNTED.issue_user, rows)
  yield* change(
    ISSUE_USERS,
    rows.map(({ issue_id, sketch }) => ({ id: issue_id, user_count: countDistinct(sketch) })),
  )
}

/** In which release each issue came first and last. */
export function* nameReleases(occurrences: readonly Occurrences[]): Steps {
  const named = occurrences.flatMap(({ issueId, events }) => {
    const releases = events.map(({ event }) => event.release).filter((release) => release !== null)
    const [first, last] = [releases[0], releases.at(-1)]
    return first === undefined || last === undefined ? [] : [{ id: issueId, first, last }]
  })
  const known = yield* read(ISSUE_RELEASES, named)
  const changed = named.flatMap(({ id, first, last }, place) => {
    const before = known[place]
    if (before === undefined || before.last_release === last) return []
    return [{ id, first_release: before.first_release ?? first, last_release: last }]
  })
  yield* change(ISSUE_RELEASES, changed)
}

interface NamedUsers {
  projectId: number
  events: readonly StoredEvent[]
  hashes: Set<number>
}

/** All that a batch says of a project at once: its sketch is as large as all of its issues' together. */
function* countProjectUsers(named: readonly NamedUsers[]): Steps {
  const byProject = Map.groupBy(named, ({ projectId }) => projectId)
  const days = [...byProject].flatMap(([project_id, ofProject]) =>
    Array.from(hashesByDay(ofProject), ([day, hashes]) => ({ key: { project_id, day }, hashes })),
  )
  const known = yield* read(
    COUNTED.project_user_day,
    days.map(({ key }) => key),
  )
  yield* put(
    COUNTED.project_user_day,
    days.flatMap(({ key, hashes }, place) => withUsers(key, known[place]?.sketch, hashes)),
  )
}

/** The row with a sketch of these users, too; none where they are known. */
function withUsers<Key>(key: Key, known: Uint8Array | undefined, hashes: Iterable<number>) {
  const sketch = addToSketch(known ?? EMPTY_SKETCH, hashes)
  return sketch === known ? [] : [{ ...key, sketch }]
}

/** A batch lies in one day, but for the one at midnight. */
function hashesByDay(named: readonly NamedUsers[]): Map<number, Set<number>> {
  const byDay = new Map<number, Set<number>>()
  for (const { events, hashes } of named) {
    const days = new Set(events.map(dayOf))
    for (const day of days) {
      const own = days.size === 1 ? hashes : userHashesOf(events.filter((event) => dayOf(event) === day))
      if (own.size === 0) continue
      const known = byDay.get(day) ?? new Set()
      byDay.set(day, known)
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
