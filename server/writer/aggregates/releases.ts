import type { DatabaseSync } from 'node:sqlite'
import { addToSketch, countDistinct, EMPTY_SKETCH } from '#server/processing/sketches/distinct-count.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import { createReleaseRecorder } from '#server/store/releases/release-statements.ts'
import type { Aggregate, Occurrences, StoredEvent } from './occurrences.ts'
import { userHashesOf } from './users.ts'

/** What a batch brought of one release, all issues together. */
interface ReleaseEvents {
  projectId: number
  version: string
  events: StoredEvent[]
}

/** Releases as their events make them known: what is counted of each, by the hour too, and whom it has hit. */
export function createReleasesAggregate(connection: DatabaseSync): Aggregate {
  const record = createReleaseRecorder(connection)
  const countHour = connection.prepare(`
    insert into release_hour (project_id, hour, release, event_count) values (?, ?, ?, ?)
    on conflict (project_id, hour, release) do update set event_count = release_hour.event_count + excluded.event_count`)
  const findUsers = connection.prepare(
    'select user_sketch as sketch from project_release where project_id = ? and version = ?',
  )
  const storeUsers = connection.prepare(
    'update project_release set user_sketch = ?, user_count = ? where project_id = ? and version = ?',
  )

  function countUsersOf({ projectId, version, events }: ReleaseEvents): void {
    const hashes = userHashesOf(events)
    if (hashes.size === 0) return
    const known = findUsers.get(projectId, version)?.sketch as Uint8Array | null | undefined // a blob column
    const sketch = addToSketch(known ?? EMPTY_SKETCH, hashes)
    if (sketch !== known) storeUsers.run(sketch, countDistinct(sketch), projectId, version)
  }

  return (occurrences) => {
    for (const release of releasesOf(occurrences)) {
      const { projectId, version, events } = release
      const times = events.map(({ receivedAt }) => receivedAt)
      const [firstSeen, lastSeen] = [Math.min(...times), Math.max(...times)]
      record({ projectId, version, firstSeen, lastSeen, eventCount: events.length })
      const byHour = Map.groupBy(times, (time) => Math.floor(time / HOUR_MS))
      for (const [hour, ofHour] of byHour) countHour.run(projectId, hour, version, ofHour.length)
      countUsersOf(release)
    }
  }
}

function releasesOf(occurrences: readonly Occurrences[]): Iterable<ReleaseEvents> {
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
  return releases.values()
}
