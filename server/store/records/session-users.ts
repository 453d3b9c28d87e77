import { addToSketch, EMPTY_SKETCH } from '#server/processing/sketches/distinct-count.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import { put, read, type Steps } from '#server/store/rows/steps.ts'
import type { RowOf } from '#server/store/rows/table.ts'
import { COUNTED } from '#server/store/schema/counted-tables.ts'
import type { SessionChange } from './session-change.ts'

/**
 * Counts the users whose sessions started in each hour, and those whose sessions crashed. Users are only ever added:
 * a session that crashes was counted among all before, and none becomes well again.
 */
export function* countSessionUsers(changes: readonly SessionChange[]): Steps {
  const named = changes.filter(({ quantity }) => quantity > 0)
  const crashed = named.filter(({ health }) => health === 'crashed')
  const hours = [...hoursOf(named, 0), ...hoursOf(crashed, 1)]
  const known = yield* read(
    COUNTED.release_session_user,
    hours.map(({ key }) => key),
  )
  const rows = hours.flatMap(({ key, hashes }, place) => {
    const before = known[place]?.sketch
    const sketch = addToSketch(before ?? EMPTY_SKETCH, hashes)
    return sketch === before ? [] : [{ ...key, sketch }]
  })
  yield* put(COUNTED.release_session_user, rows)
}

type HourKey = Omit<RowOf<typeof COUNTED.release_session_user>, 'sketch'>

function hoursOf(changes: readonly SessionChange[], is_crashed: 0 | 1) {
  const hours = new Map<string, { key: HourKey; hashes: number[] }>()
  for (const { projectId, startedAt, release, userHash } of changes) {
    if (userHash === null) continue
    const hour = Math.floor(startedAt / HOUR_MS)
    const name = JSON.stringify([projectId, hour, release])
    const known = hours.get(name) ?? { key: { project_id: projectId, hour, release, is_crashed }, hashes: [] }
    hours.set(name, known)
    known.hashes.push(userHash)
  }
  return hours.values()
}
