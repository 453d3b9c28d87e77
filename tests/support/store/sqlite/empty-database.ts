import { readFile, writeFile } from 'node:fs/promises'
import { openConnection } from '#server/store/sqlite/connection.ts'
import { migrate } from '#server/store/sqlite/migrations/migrate.ts'

let emptyDatabase: Buffer | undefined

/** Puts a database with all its tables in place: to make them takes longer than most tests. */
export async function placeEmptyDatabase(file: string): Promise<void> {
  if (emptyDatabase === undefined) {
    const connection = openConnection(file)
    migrate(connection)
    connection.close() // and with it, its log
    emptyDatabase = await readFile(file)
  } else {
    await writeFile(file, emptyDatabase)
  }
}
