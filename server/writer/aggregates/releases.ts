import { addToSketch, countDistinct, EMPTY_SKETCH } from '#server/processing/sketches/distinct-count.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import { change, put, read, type Steps } from '#server/store/rows/steps.ts'
import { COUNTED, RELEASE_USERS } from '#server/store/schema/counted-tables.ts'
import type { Occurrences, StoredEvent } from './delta.ts'
import { userHashesOf } from './users.ts'

/** What a batch brought of one release, all issues together. */
interface ReleaseEvents {
  projectId: number
  version: string
  events: StoredEvent[]
}

/** Releases as their events make them known: what is counted of each, by the hour too, and whom it has hit. */
export function* countReleases(occurrences: readonly Occurrences[]): Steps {
  const releases = releasesOf(occurrences)
  yield* put(COUNTED.project_release, releases.map(toRow))
  yield* put(COUNTED.release_hour, releases.flatMap(hoursOf))
  yield* countUsersOf(releases)
}

function toRow({ projectId, version, events }: ReleaseEvents) {
  const times = events.map(({ receivedAt }) => receivedAt)
  const [first_seen, last_seen] = [Math.min(...times), Math.max(...times)]
  const key = { project_id: projectId, version }
  return { ...key, created_at: first_seen, first_seen, last_seen, event_count: events.length }
}

function hoursOf({ projectId, version, events }: ReleaseEvents) {
  const byHour = Map.groupBy(events, ({ receivedAt }) => Math.floor(receivedAt / HOUR_MS))
  return Array.from(byHour, ([hour, { length }]) => ({
    ...{ project_id: projectId, hour, release: version, event_count: length },
  }))
}

function* countUsersOf(releases: readonly ReleaseEvents[]): Steps {
  const named = releases
    .map(({ projectId, version, events }) => ({
      key: { project_id: projectId, version },
      hashes: userHashesOf(events),
    }))
    .filter(({ hashes }) => hashes.size > 0)
  const known = yield* read(
    RELEASE_USERS,
    named.map(({ key }) => key),
  )
  const changed = named.flatMap(({ key, hashes }, place) => {
    const before = known[place]?.user_sketch
    const sketch = addToSketch(before ?? EMPTY_SKETCH, hashes)
    return sketch === before ? [] : [{ ...key, user_sketch: sketch, user_count: countDistinct(sketch) }]
  })
  yield* change(RELEASE_USERS, changed)
}

function releasesOf(occurrences: readonly Occurrences[]): ReleaseEvents[] {
  const releases = new Map<string, ReleaseEvents>()
  for (const { projectId, events } of occurrences) {
    for (const stored of events) {
      const version = stored.event.release
      if (version === null) continue
      const name = `${projectId} ${version}`
      const release = releases.get(name) ?? { projectId, version, events: [] }
      releases.set(name, release)
      release.events.push(stored)
    }
  }
  return [...releases.values()]
}
