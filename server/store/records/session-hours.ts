import { HOUR_MS } from '#server/protocol/time.ts'
import { put, type Steps } from '#server/store/rows/steps.ts'
import type { RowOf } from '#server/store/rows/table.ts'
import { COUNTED } from '#server/store/schema/counted-tables.ts'
import type { SessionChange } from './session-change.ts'
import { countSessionUsers } from './session-users.ts'

type ReleaseRow = RowOf<typeof COUNTED.project_release>
type HourRow = RowOf<typeof COUNTED.release_session_hour>

/** Counts sessions by the hour in which they started, and whose they are; makes their releases known. */
export function* countSessions(changes: readonly SessionChange[]): Steps {
  yield* put(COUNTED.project_release, releasesOf(changes))
  yield* countSessionUsers(changes)
  yield* put(COUNTED.release_session_hour, hoursOf(changes))
}

/** Sessions are no events: they tell only when a release was there. */
function releasesOf(changes: readonly SessionChange[]): ReleaseRow[] {
  const releases = new Map<string, ReleaseRow>()
  for (const { projectId, release: version, receivedAt } of changes) {
    const name = `${projectId} ${version}`
    const { first_seen: first, last_seen: last } = releases.get(name) ?? {}
    const first_seen = Math.min(first ?? receivedAt, receivedAt)
    const last_seen = Math.max(last ?? receivedAt, receivedAt)
    const seen = { created_at: first_seen, first_seen, last_seen, event_count: 0 }
    releases.set(name, { project_id: projectId, version, ...seen })
  }
  return [...releases.values()]
}

/** What sums up to nothing has no row. */
function hoursOf(changes: readonly SessionChange[]): HourRow[] {
  const hours = new Map<string, HourRow>()
  for (const { projectId, startedAt, release, environment, health, quantity } of changes) {
    const hour = Math.floor(startedAt / HOUR_MS)
    const name = JSON.stringify([projectId, hour, release, environment, health])
    const sum = (hours.get(name)?.quantity ?? 0) + quantity
    hours.set(name, { project_id: projectId, hour, release, environment, health, quantity: sum })
  }
  return [...hours.values()].filter(({ quantity }) => quantity !== 0)
}
