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

/** BUSY, LOCKED, NOMEM, READONLY, INTERRUPT, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, NOTADB: https://sqlite.org/rescode.html */
const STORAGE_CODES: ReadonlySet<number> = new Set([5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 26])

/** Whether the database failed, whatever was written; else what was written is at fault. */
export function isStorageFailure(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error)) return false
  return STORAGE_CODES.has(Number(error.errcode) & 0xff) // the rest of an extended code
}

/** Whether the file system failed, as with attachments, and not what was written. */
export function isFileFailure(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
