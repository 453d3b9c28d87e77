/** BUSY, LOCKED, NOMEM, READONLY, INTERRUPT, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, NOTADB: https://sqlite.org/rescode.html */
const SQLITE_CODES: ReadonlySet<number> = new Set([5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 26])

/** A number or a text that no column takes, or a row that breaks a rule: https://www.postgresql.org/docs/18/errcodes-appendix.html */
const CLASSES_OF_CONTENT: ReadonlySet<string> = new Set(['21', '22', '23'])

/** Whether the database failed. Otherwise the data that was written is at fault. */
export function isStorageFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error) return SQLITE_CODES.has(Number(error.errcode) & 0xff) // the rest of an extended code
  return isPostgresFailure(error)
}

/** An error of the server has a class (the first two characters of its code). */
function isPostgresFailure(error: Error): boolean {
  if ('severity' in error && 'code' in error) return !CLASSES_OF_CONTENT.has(String(error.code).slice(0, 2))
  return error instanceof StorageFailure
}

/** The database could not be reached, its connection broke, or an attachment could not be stored. */
export class StorageFailure extends Error {}

/** Whether the file system failed, for example while an attachment was written. */
export function isFileFailure(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
