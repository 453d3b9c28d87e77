import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite'

export const IN_MEMORY = ':memory:'

/** 3.51.3 mends a fault in write-ahead logging that could corrupt a database: https://sqlite.org/wal.html#walresetbug */
const OLDEST_SQLITE = [3, 51, 3] as const
const BUSY_TIMEOUT_MS = 5_000
/** The write-ahead log keeps the size of its worst hour otherwise. */
const LARGEST_IDLE_LOG_BYTES = 64 * 1024 * 1024
/** The writer's thread checkpoints long before (checkpoint.ts); this is for who writes without it. */
const AUTOCHECKPOINT_PAGES = 8_192

/** Opens a connection as every part of the process must: durable commits, foreign keys, patience with other writers. */
export function openConnection(file: string, options: DatabaseSyncOptions = {}): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, ...options })
  try {
    requireSqliteVersion(String(connection.prepare('select sqlite_version() as version').get()?.version))
    if (!options.readOnly) {
      // Counts only before the first table. Without it, retention could not give space back.
      connection.exec('pragma auto_vacuum = incremental')
      connection.exec('pragma journal_mode = wal')
    }
    connection.exec('pragma synchronous = full')
    connection.exec('pragma foreign_keys = on')
    connection.exec(`pragma wal_autocheckpoint = ${AUTOCHECKPOINT_PAGES}`)
    connection.exec(`pragma journal_size_limit = ${LARGEST_IDLE_LOG_BYTES}`)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

export function requireSqliteVersion(version: string): void {
  const parts = version.split('.').map(Number)
  for (const [index, oldest] of OLDEST_SQLITE.entries()) {
    const part = parts[index] ?? 0
    if (part > oldest) return
    if (part < oldest) {
      throw new Error(
        `Cannot open the database: SQLite ${version} is older than ${OLDEST_SQLITE.join('.')}; start with the Node that npm installed`,
      )
    }
  }
}
