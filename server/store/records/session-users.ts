import { addToSketch, EMPTY_SKETCH } from '#server/processing/sketches/distinct-count.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import { put, read, type Steps } from '#server/store/rows/steps.ts'
import type { Table } from '#server/store/rows/table.ts'
import { COUNTED } from '#server/store/schema/counted-tables.ts'
import type { SessionChange } from './session-change.ts'

/**
 * Counts the users whose sessions started in each hour, those whose sessions crashed, and those whose app did not respond.
 * Users are only ever added: a session that crashes was counted among all before, and none becomes well again.
 */
export function* countSessionUsers(changes: readonly SessionChange[]): Steps {
  const named = changes.filter(({ quantity }) => quantity > 0)
  const crashed = named.filter(({ health }) => health === 'crashed')
  yield* addUsers(COUNTED.release_session_user, [
    ...hoursOf(named, () => ({ is_crashed: 0 })),
    ...hoursOf(crashed, () => ({ is_crashed: 1 })),
  ])
  const hung = named.flatMap((change) => (change.anr ? [{ ...change, anr: change.anr }] : []))
  yield* addUsers(
    COUNTED.release_session_anr,
    hoursOf(hung, ({ anr }) => ({ mechanism: anr })),
  )
}

interface UsersOf<Key> {
  key: Key
  hashes: number[]
}

function* addUsers<Key extends object>(
  table: Table<Key, { sketch: Uint8Array }>,
  hours: readonly UsersOf<Key>[],
): Steps {
  const known = yield* read(
    table,
    hours.map(({ key }) => key),
  )
  const rows = hours.flatMap(({ key, hashes }, place) => {
    const before = known[place]?.sketch
    const sketch = addToSketch(before ?? EMPTY_SKETCH, hashes)
    return sketch === before ? [] : [{ ...key, sketch }]
  })
  yield* put(table, rows)
}

/** The users by project, hour, release and what `partOf` says of their sessions. */
function hoursOf<Change extends SessionChange, Part extends object>(
  changes: readonly Change[],
  partOf: (change: Change) => Part,
) {
  const hours = new Map<string, UsersOf<{ project_id: number; hour: number; release: string } & Part>>()
  for (const change of changes) {
    if (change.userHash === null) continue
    const hour = Math.floor(change.startedAt / HOUR_MS)
    const key = { project_id: change.projectId, hour, release: change.release, ...partOf(change) }
    const name = JSON.stringify(key)
    const known = hours.get(name) ?? { key, hashes: [] }
    hours.set(name, known)
    known.hashes.push(change.userHash)
  }
  return [...hours.values()]
}
