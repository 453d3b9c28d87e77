import type { DatabaseSync } from 'node:sqlite'

/** Runs `fn` in a transaction that holds the write lock from its start. */
export function inTransaction<T>(connection: DatabaseSync, fn: () => T): T {
  connection.exec('begin immediate')
  try {
    const result = fn()
    connection.exec('commit')
    return result
  } catch (error) {
    // SQLite has rolled back by itself when the disk was full.
    if (connection.isTransaction) connection.exec('rollback')
    throw error
  }
}
