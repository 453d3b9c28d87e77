import type { DatabaseSync } from 'node:sqlite'
import { openConnection } from './connection.ts'
import { readVersion, SCHEMA_VERSION } from './migrations/migrate.ts'

export interface DatabaseFindings {
  /** SQLite's own words about what is damaged; empty when nothing is. */
  damages: string[]
  version: number
  knownVersion: number
  tables: string[]
}

/** How much is read: whether it is a database at all, every page, or every index as well. */
export type Depth = 'header' | 'pages' | 'whole'

/** Writes nothing. Throws when the file can't be opened, or is no database. */
export function examineDatabase(file: string, depth: Depth = 'pages'): DatabaseFindings {
  const connection = openConnection(file, { readOnly: true })
  try {
    const damages = depth === 'header' ? [] : listDamages(connection, depth)
    return {
      damages,
      version: readVersion(connection),
      knownVersion: SCHEMA_VERSION,
      tables: listTables(connection),
    }
  } finally {
    connection.close()
  }
}

function listTables(connection: DatabaseSync): string[] {
  const rows = connection.prepare("select name from sqlite_schema where type = 'table'").all()
  return rows.map(({ name }) => String(name))
}

function listDamages(connection: DatabaseSync, depth: 'pages' | 'whole'): string[] {
  const check = depth === 'whole' ? 'integrity_check' : 'quick_check'
  return connection
    .prepare(`pragma ${check}(10)`)
    .all()
    .map((row) => String(row[check]).replaceAll('\n', ' '))
    .filter((finding) => finding !== 'ok')
}
