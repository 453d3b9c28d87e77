import type { DatabaseSync } from 'node:sqlite'
import { LANDMARK } from './event-redundancy.ts'

/** Keeps an event for as long as an issue's first one: its last one, or the one that it came back with. */
export function createLandmarkMarker(connection: DatabaseSync): (rowId: number) => void {
  const mark = connection.prepare('update event set redundancy = ? where id = ?')
  return (rowId) => {
    mark.run(LANDMARK, rowId)
  }
}
