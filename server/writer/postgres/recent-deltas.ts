import type { JournalRow } from '#server/store/postgres/journal/rows.ts'
import type { Delta } from '#server/writer/aggregates/delta.ts'

/** Packed; as objects they take some thirty times as much. */
const MOST_BYTES = 256 * 1024

/** The deltas that this process appended to the journal and has not folded yet. */
export interface RecentDeltas {
  note(row: JournalRow, delta: Delta): void
  /** Gives the delta of a row as it was before it was packed, once; undefined if it is not known. */
  take(row: JournalRow): Delta | undefined
}

/**
 * Spares a folder unpacking what its own process has packed a moment ago. The oldest are forgotten first, so that what is rolled
 * back, or folded by another process, does not stay. A row is known by its bytes, not by its id alone: a replica that takes over
 * without the last transactions gives their ids to others.
 */
export function createRecentDeltas(mostBytes: number = MOST_BYTES): RecentDeltas {
  const known = new Map<number, { packed: Uint8Array; delta: Delta }>()
  let bytes = 0

  function forget(id: number): void {
    bytes -= known.get(id)?.packed.length ?? 0
    known.delete(id)
  }

  return {
    note({ id, delta: packed }, delta) {
      forget(id)
      known.set(id, { packed, delta })
      bytes += packed.length
      for (const oldest of known.keys()) {
        if (bytes <= mostBytes) break
        forget(oldest)
      }
    },
    take({ id, delta: packed }) {
      const found = known.get(id)
      forget(id)
      return found !== undefined && Buffer.compare(found.packed, packed) === 0 ? found.delta : undefined
    },
  }
}
