import type { DatabaseSync } from 'node:sqlite'
import { addToSketch, EMPTY_SKETCH } from '#server/processing/sketches/distinct-count.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import type { SessionChange } from './session-change.ts'

/**
 * Counts the users whose sessions started in each hour, and those whose sessions crashed. Users are only ever added:
 * a session that crashes was counted among all before, and none becomes well again.
 */
export function createSessionUsers(connection: DatabaseSync) {
  const find = connection.prepare(`
    select sketch from release_session_user
    where project_id = ? and hour = ? and release = ? and is_crashed = ?`)
  const store = connection.prepare(`
    insert into release_session_user (project_id, hour, release, is_crashed, sketch) values (?, ?, ?, ?, ?)
    on conflict (project_id, hour, release, is_crashed) do update set sketch = excluded.sketch`)

  function add(changes: SessionChange[], isCrashed: 0 | 1): void {
    const byRow = Map.groupBy(changes, ({ projectId, startedAt, release }) =>
      JSON.stringify([projectId, Math.floor(startedAt / HOUR_MS), release]),
    )
    for (const ofRow of byRow.values()) {
      const [first] = ofRow
      if (!first) continue
      const row = [first.projectId, Math.floor(first.startedAt / HOUR_MS), first.release, isCrashed] as const // its key
      const known = find.get(...row)?.sketch as Uint8Array | undefined // a blob column
      const hashes = ofRow.map(({ userHash }) => userHash).filter((hash) => hash !== null)
      const sketch = addToSketch(known ?? EMPTY_SKETCH, hashes)
      if (sketch !== known) store.run(...row, sketch)
    }
  }

  return (changes: SessionChange[]): void => {
    const known = changes.filter(({ userHash, quantity }) => userHash !== null && quantity > 0)
    add(known, 0)
    add(
      known.filter(({ health }) => health === 'crashed'),
      1,
    )
  }
}
