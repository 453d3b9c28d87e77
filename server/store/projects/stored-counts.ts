import { put, type Steps } from '#server/store/rows/steps.ts'
import { COUNTED } from '#server/store/schema/counted-tables.ts'
import type { WriterCategory } from '#server/store/schema/tables.ts'

/** Tells of rows that were stored, in the batch's transaction. */
export type CountStored = (
  projectId: number,
  category: WriterCategory,
  quantity: number,
  payloadBytes: number,
) => void

/** Rows of one category that a batch stored. */
export interface StoredCount {
  projectId: number
  category: WriterCategory
  quantity: number
  payloadBytes: number
}

/** Sums up what a transaction stores. */
export function createStoredCounts() {
  const counts = new Map<string, StoredCount>()

  const count: CountStored = (projectId, category, quantity, payloadBytes) => {
    const name = `${projectId}:${category}`
    const known = counts.get(name)
    if (known === undefined) {
      counts.set(name, { projectId, category, quantity, payloadBytes })
      return
    }
    known.quantity += quantity
    known.payloadBytes += payloadBytes
  }

  return { count, list: () => [...counts.values()] }
}

/**
 * What a batch added to what is stored of each project (storage-use.ts), of all that comes in great numbers; triggers count
 * the rest, and what is deleted. A table with a trigger makes SQLite keep a journal of each insert beside the log, in a
 * file of its own: three times what the row itself writes.
 */
export function* addStored(stored: readonly StoredCount[]): Steps {
  yield* put(
    COUNTED.storage_use,
    stored.map(({ projectId, category, quantity, payloadBytes }) => ({
      project_id: projectId,
      category,
      quantity,
      payload_bytes: payloadBytes,
    })),
  )
}
