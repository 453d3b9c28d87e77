import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import type { Store } from '#server/store/engine/store.ts'
import { insertProject, randomProjectKey } from '#server/store/projects/projects.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { IN_MEMORY, openConnection } from './connection.ts'
import { migrate } from './migrations/migrate.ts'
import { createVersionReader } from './pragmas.ts'
import { createSqliteDialect } from './sqlite-dialect.ts'

export interface SqliteOptions {
  /** Path of the database file, or `:memory:`. */
  file: string
  clock?: () => number
  /** Gives the public key of the first project. */
  newKey?: () => string
  /** Hears of every query, right after it. */
  onQuery?: QueryObserver
}

export type QueryObserver = (sql: string, durationMs: number) => void

/** Opens the database, brings its tables up to date and, at the first start, adds the desk's own project. */
export async function openSqliteStore(options: SqliteOptions): Promise<Store> {
  const { file, clock = Date.now, newKey = () => randomProjectKey(randomBytes) } = options
  const store = createStore(openMigrated(file), options)
  try {
    await store.write(async (trx) => {
      const any = await trx.selectFrom('project').select('id').limit(1).executeTakeFirst()
      if (any) return
      await insertProject(trx, { slug: 'crumbtrail', name: 'Crumbtrail', publicKey: newKey(), now: clock() })
    })
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
function createStore(connection: DatabaseSync, { file, onQuery }: SqliteOptions): Store {
  const reading = file === IN_MEMORY ? connection : openConnection(file, { readOnly: true })
  const writer = openKysely(connection, onQuery)
  const db = reading === connection ? writer : openKysely(reading, onQuery)
  const othersVersion = oncePerTurn(createVersionReader(reading))
  let ownWrites = 0
  return {
    db,
    async write(fn) {
      try {
        return await writer.transaction().execute(fn)
      } finally {
        ownWrites++ // the only connection does not see its own
      }
    },
    version: () => ownWrites + othersVersion(),
    async close() {
      if (db !== writer) await db.destroy()
      await writer.destroy()
      // Kysely closes no connection that it has not used.
      for (const one of [reading, connection]) if (one.isOpen) one.close()
    },
  }
}

/**
 * Asks once in a turn of the event loop: what the turn works on had arrived before, so nobody who asks in it can know of
 * anything later.
 */
function oncePerTurn<Value>(ask: () => Value): () => Value {
  let answer: { value: Value } | undefined
  const forget = () => {
    answer = undefined
  }
  return () => {
    if (answer === undefined) {
      answer = { value: ask() }
      setImmediate(forget)
    }
    return answer.value
  }
}

function openKysely(connection: DatabaseSync, onQuery: QueryObserver | undefined): Kysely<Database> {
  const dialect = createSqliteDialect(connection)
  if (onQuery === undefined) return new Kysely<Database>({ dialect })
  return new Kysely<Database>({
    dialect,
    log: ({ query, queryDurationMillis }) => onQuery(query.sql, queryDurationMillis),
  })
}
