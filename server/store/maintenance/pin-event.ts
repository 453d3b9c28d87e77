import type { DatabaseSync } from 'node:sqlite'
import { PINNED } from './eviction-rank.ts'

/** Keeps an event for as long as an issue's first one: its last one, or the one that it came back with. */
export function createEventPinner(connection: DatabaseSync): (rowId: number) => void {
  const mark = connection.prepare('update event set redundancy = ? where id = ?')
  return (rowId) => {
    mark.run(PINNED, rowId)
  }
}
