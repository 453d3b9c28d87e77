import type { DatabaseSync } from 'node:sqlite'
import { HOUR_MS } from '#server/protocol/time.ts'
import { createReleaseRecorder } from '#server/store/releases/release-statements.ts'
import type { SessionChange } from './session-change.ts'
import { createSessionUsers } from './session-users.ts'

/** Counts sessions by the hour in which they started, and whose they are, a batch's changes together. */
export function createSessionHours(connection: DatabaseSync) {
  const change = connection.prepare(`
    insert into release_session_hour (project_id, hour, release, environment, health, quantity)
    values (?, ?, ?, ?, ?, ?)
    on conflict (project_id, hour, release, environment, health) do update
      set quantity = release_session_hour.quantity + excluded.quantity`)
  const countUsers = createSessionUsers(connection)
  const recordRelease = createReleaseRecorder(connection)

  function recordReleases(changes: SessionChange[]): void {
    const byRelease = Map.groupBy(changes, ({ projectId, release }) => `${projectId} ${release}`)
    for (const ofRelease of byRelease.values()) {
      const [first] = ofRelease
      if (!first) continue
      let [firstSeen, lastSeen] = [first.receivedAt, first.receivedAt]
      // A batch may hold more of them than a function takes arguments.
      for (const { receivedAt } of ofRelease) {
        firstSeen = Math.min(firstSeen, receivedAt)
        lastSeen = Math.max(lastSeen, receivedAt)
      }
      const { projectId, release: version } = first
      recordRelease({ projectId, version, firstSeen, lastSeen, eventCount: 0 })
    }
  }

  return (changes: SessionChange[]): void => {
    recordReleases(changes)
    countUsers(changes)
    const sums = new Map<string, SessionChange & { hour: number }>()
    for (const given of changes) {
      const { projectId, release, environment, health } = given
      const hour = Math.floor(given.startedAt / HOUR_MS)
      const name = JSON.stringify([projectId, hour, release, environment, health])
      const quantity = (sums.get(name)?.quantity ?? 0) + given.quantity
      sums.set(name, { ...given, hour, quantity })
    }
    for (const { projectId, hour, release, environment, health, quantity } of sums.values()) {
      if (quantity !== 0) change.run(projectId, hour, release, environment, health, quantity)
    }
  }
}
