import { DatabaseSync } from 'node:sqlite'

export interface InstanceLock {
  release(): void
}

/**
 * Locks a directory for the one process that serves it, restores into it or builds in it. The lock is the operating
 * system's, by way of SQLite, so it ends with its process however that ends: a file with a process id would outlive a power
 * cut. Returns undefined when another process has it.
 */
export function takeInstanceLock(file: string): InstanceLock | undefined {
  const connection = new DatabaseSync(file, { timeout: 0 })
  try {
    connection.exec('begin exclusive')
    return { release: () => connection.close() }
  } catch (error) {
    connection.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined
    throw error
  }
}

const SQLITE_BUSY = 5
