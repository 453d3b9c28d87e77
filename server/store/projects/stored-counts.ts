import type { DatabaseSync } from 'node:sqlite'
import type { WriterCategory } from '#server/store/schema/tables.ts'

/** Tells of rows that were stored, in the batch's transaction. */
export type CountStored = (
  projectId: number,
  category: WriterCategory,
  quantity: number,
  payloadBytes: number,
) => void

/**
 * What a batch added to what is stored of each project (storage-use.ts), of all that comes in great numbers; triggers count
 * the rest, and what is deleted. A table with a trigger makes SQLite keep a journal of each insert beside the log, in a
 * file of its own: three times what the row itself writes.
 */
export function createStoredCounts(connection: DatabaseSync) {
  const add = connection.prepare(`
    insert into storage_use (project_id, category, quantity, payload_bytes) values (?, ?, ?, ?)
    on conflict (project_id, category) do update set quantity = storage_use.quantity + excluded.quantity,
      payload_bytes = storage_use.payload_bytes + excluded.payload_bytes`)
  let counts = new Map<string, Parameters<CountStored>>()

  const count: CountStored = (projectId, category, quantity, payloadBytes) => {
    const name = `${projectId}:${category}`
    const known = counts.get(name)
    if (known === undefined) {
      counts.set(name, [projectId, category, quantity, payloadBytes])
      return
    }
    known[2] += quantity
    known[3] += payloadBytes
  }

  return {
    count,
    /** A transaction begins: what was counted in one that failed is not stored. */
    begin() {
      counts = new Map()
    },
    store() {
      for (const each of counts.values()) add.run(...each)
    },
  }
}
