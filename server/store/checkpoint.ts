import type { DatabaseSync } from 'node:sqlite'

/** 4 MiB of log. Moving them into the database takes one wait for the disk and a few milliseconds. */
const CHECKPOINT_PAGES = 512

export interface Checkpointer {
  /** Between two batches: keeps the write-ahead log short, so that no single checkpoint is long. */
  run(): void
}

/**
 * SQLite would checkpoint inside of the commit that fills the log, while senders wait for it. This one waits for
 * nobody: what a reader still needs stays in the log until the next time.
 */
export function createCheckpointer(connection: DatabaseSync, pages = CHECKPOINT_PAGES): Checkpointer {
  const look = connection.prepare('pragma wal_checkpoint(noop)')
  const move = connection.prepare('pragma wal_checkpoint(passive)')
  return {
    run() {
      const { log, checkpointed } = look.get() ?? {}
      if (Number(log) - Number(checkpointed) >= pages) move.get()
    },
  }
}
