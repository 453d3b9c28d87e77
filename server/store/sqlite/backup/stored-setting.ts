import { openConnection } from '#server/store/sqlite/connection.ts'

/** Reads a setting of a database that may have no store open; undefined if there is none. */
export function readStoredSetting(databaseFile: string, key: string): string | undefined {
  const connection = openConnection(databaseFile, { readOnly: true })
  try {
    const row = connection.prepare('select value from setting where key = ?').get(key)
    return row && String(row.value)
  } finally {
    connection.close()
  }
}
