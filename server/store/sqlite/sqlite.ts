import type { DatabaseSync } from 'node:sqlite'
import { oncePerTurn } from '#server/store/engine/once-per-turn.ts'
import { openKysely } from '#server/store/engine/open-kysely.ts'
import type { Store, StoreOptions } from '#server/store/engine/store.ts'
import { ensureOwnProject } from '#server/store/projects/projects.ts'
import { IN_MEMORY, openConnection } from './connection.ts'
import { migrate } from './migrations/migrate.ts'
import { createVersionReader, overwriteDeleted } from './pragmas.ts'
import { createSqliteDialect } from './sqlite-dialect.ts'

export interface SqliteOptions extends StoreOptions {
  /** Path of the database file, or `:memory:`. */
  file: string
}

/** Opens the database, brings its tables up to date and, at the first start, adds the desk's own project. */
export async function openSqliteStore(options: SqliteOptions): Promise<Store> {
  const store = createStore(openMigrated(options.file), options)
  try {
    await store.write((trx) => ensureOwnProject(trx, options))
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

function openMigrated(file: string): DatabaseSync {
  const connection = openConnection(file)
  try {
    migrate(connection)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

/** Reads go through a connection of their own, so that they never wait for a transaction; memory has only one. */
function createStore(
  connection: DatabaseSync,
  { file, onQuery, overwritesDeleted = false }: SqliteOptions,
): Store {
  if (overwritesDeleted) overwriteDeleted(connection)
  const reading = file === IN_MEMORY ? connection : openConnection(file, { readOnly: true })
  // A connection that only writes runs transactions and nothing else.
  const writer = openKysely(
    createSqliteDialect(connection, { isReadOutside: reading === connection }),
    onQuery,
  )
  const db = reading === connection ? writer : openKysely(createSqliteDialect(reading), onQuery)
  const othersVersion = oncePerTurn(createVersionReader(reading))
  let ownWrites = 0
  const write: Store['write'] = async (fn) => {
    try {
      return await writer.transaction().execute(fn)
    } finally {
      ownWrites++ // `data_version` does not change for the connection's own writes
    }
  }
  return {
    db,
    write,
    // Each transaction is alone, and counts what it stores.
    settle: async () => {},
    writeInTurn: write,
    writeAlone: (_projectIds, fn) => write(fn),
    version: () => ownWrites + othersVersion(),
    async close() {
      if (db !== writer) await db.destroy()
      await writer.destroy()
      // Kysely closes no connection that it has not used.
      for (const one of [reading, connection]) if (one.isOpen) one.close()
    },
  }
}
