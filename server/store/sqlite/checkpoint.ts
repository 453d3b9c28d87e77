import type { DatabaseSync } from 'node:sqlite'

/**
 * The log moves into the database when it has so many bytes. A page that many batches have changed is moved once, so
 * that a longer log is less work. Deleting changes each page once: the same log takes longer.
 */
export const checkpointBytes = { afterBatch: 8 * 1024 * 1024, afterDeleting: 2 * 1024 * 1024 } as const

export interface Checkpointer {
  /** Between two batches: keeps the write-ahead log short, so that no single checkpoint is long. */
  run(bytes?: number): void
}

/**
 * SQLite would checkpoint inside of the commit that fills the log, while senders wait for it. This one waits for
 * nobody: what a reader still needs stays in the log until the next time.
 */
export function createCheckpointer(connection: DatabaseSync): Checkpointer {
  const { page_size } = connection.prepare('pragma page_size').get() ?? {}
  const look = connection.prepare('pragma wal_checkpoint(noop)')
  const move = connection.prepare('pragma wal_checkpoint(passive)')
  return {
    run(bytes = checkpointBytes.afterBatch) {
      const { log, checkpointed } = look.get() ?? {}
      if ((Number(log) - Number(checkpointed)) * Number(page_size) >= bytes) move.get()
    },
  }
}
