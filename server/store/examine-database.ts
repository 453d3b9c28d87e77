import { openConnection } from './connection.ts'
import { readVersion, SCHEMA_VERSION } from './migrate.ts'

export interface DatabaseFindings {
  /** SQLite's own words about what is damaged; empty when nothing is. */
  damages: string[]
  version: number
  knownVersion: number
}

/** Reads the whole file, and writes nothing. Throws when it can't be opened, or is no database. */
export function examineDatabase(file: string): DatabaseFindings {
  const connection = openConnection(file, { readOnly: true })
  try {
    const rows = connection.prepare('pragma quick_check(10)').all()
    const damages = rows
      .map((row) => String(row.quick_check).replaceAll('\n', ' '))
      .filter((finding) => finding !== 'ok')
    return { damages, version: readVersion(connection), knownVersion: SCHEMA_VERSION }
  } finally {
    connection.close()
  }
}
