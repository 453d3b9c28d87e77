import type { DatabaseSync } from 'node:sqlite'
import { formatMoved, MOVED_TO, parseMoved } from '#server/store/move/moved.ts'
import type { MoveSource } from '#server/store/move/side.ts'
import { openConnection } from '#server/store/sqlite/connection.ts'
import { readVersion, SCHEMA_VERSION } from '#server/store/sqlite/migrations/migrate.ts'
import { createSqliteSide } from './side.ts'

/**
 * Opens a desk's database to copy from. `locked` keeps everybody from writing until it is closed: commands write beside a
 * desk, and also without one.
 */
export function openSqliteSource(file: string, name: string, { locked }: { locked: boolean }): MoveSource {
  const connection = openConnection(file, { readOnly: !locked })
  try {
    requireVersion(connection, name)
    if (locked) connection.exec('begin immediate')
    return createSource(connection, name)
  } catch (error) {
    connection.close()
    throw error
  }
}

function createSource(connection: DatabaseSync, name: string): MoveSource {
  return {
    ...createSqliteSide(connection, name),
    async readLastIds() {
      const rows = connection.prepare('select name, seq from sqlite_sequence').all()
      return new Map(rows.map(({ name, seq }) => [String(name), Number(seq)]))
    },
    async findMoved() {
      const row = connection.prepare('select value from setting where key = ?').get(MOVED_TO)
      return row && parseMoved(String(row.value))
    },
    async markMoved(moved) {
      connection
        .prepare('insert or replace into setting (key, value) values (?, ?)')
        .run(MOVED_TO, formatMoved(moved))
      connection.exec('commit')
    },
    async close() {
      connection.close() // rolls back what was locked and not changed
    },
  }
}

function requireVersion(connection: DatabaseSync, name: string): void {
  const version = readVersion(connection)
  if (version === SCHEMA_VERSION) return
  throw new Error(
    `Cannot move ${name}: its tables are of another version (schema ${version}, this version has ${SCHEMA_VERSION}); start the desk once with this version`,
  )
}

/** Lets a desk start on a database again. Returns where it had moved to. */
export function forgetMoved(file: string): string | undefined {
  const connection = openConnection(file)
  try {
    const row = connection.prepare('delete from setting where key = ? returning value').get(MOVED_TO)
    return row && parseMoved(String(row.value)).to
  } finally {
    connection.close()
  }
}
