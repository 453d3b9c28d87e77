import type { DatabaseSync } from 'node:sqlite'

/**
 * Gives another value after other connections have committed: https://sqlite.org/pragma.html#pragma_data_version
 */
export function createVersionReader(connection: DatabaseSync): () => number {
  const version = connection.prepare('pragma data_version')
  version.setReturnArrays(true)
  // an array, as it was told to return: one row of one number
  return () => (version.get() as unknown as [number])[0]
}

/** `full` waits for the disk at each commit, `normal` only when the log is checkpointed. */
type Synchronous = 'full' | 'normal'

/** Commits wait for the disk from now on, or don't. */
export function setSynchronous(connection: DatabaseSync, synchronous: Synchronous): void {
  connection.exec(`pragma synchronous = ${synchronous}`)
}

/** Deleted rows and freed pages become zeros from now on: https://sqlite.org/pragma.html#pragma_secure_delete */
export function overwriteDeleted(connection: DatabaseSync): void {
  connection.exec('pragma secure_delete = on')
}

/** Forgets the pages at hand: the next look is at the disk. */
export function forgetPages(connection: DatabaseSync): void {
  connection.exec('pragma shrink_memory')
}
