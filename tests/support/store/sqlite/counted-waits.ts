import type { DatabaseSync } from 'node:sqlite'
import { type CompiledQuery, type DatabaseConnection, type Dialect, Kysely, SqliteAdapter } from 'kysely'
import type { Store } from '#server/store/engine/store.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { openConnection } from '#server/store/sqlite/connection.ts'
import { createSqliteDialect } from '#server/store/sqlite/sqlite-dialect.ts'

/** A store whose answers come as from a server that is far away: what is asked at once is answered at once. */
export interface CountedWaits {
  store: Store
  /** Gives the statements of each wait since the last call. What was read before is not remembered after it. */
  take(): string[][]
}

/** Opens the file of a store on SQLite for reading. */
export function openCountedWaits(file: string): CountedWaits {
  const database = openConnection(file, { readOnly: true })
  let waits: string[][] = []
  let version = 0
  let next: Promise<void> | undefined

  /** All that ask until the event loop has nothing else to do wait together. */
  function wait(sql: string): Promise<void> {
    if (next === undefined) {
      waits.push([])
      next = new Promise((resolve) =>
        setImmediate(() => {
          next = undefined
          resolve()
        }),
      )
    }
    waits.at(-1)?.push(sql)
    return next
  }

  const db = new Kysely<Database>({ dialect: waitingDialect(database, wait) })
  const refuse = () => Promise.reject(new Error('Cannot write: this store is for reading'))
  return {
    store: {
      db,
      ...{ write: refuse, writeInTurn: refuse, writeAlone: refuse },
      settle: async () => {},
      version: () => version,
      close: () => db.destroy(),
    },
    take() {
      const taken = waits
      waits = []
      version++
      return taken
    },
  }
}

/** SQLite with as many connections as are asked for, like a pool. */
function waitingDialect(database: DatabaseSync, wait: (sql: string) => Promise<void>): Dialect {
  const dialect = createSqliteDialect(database)
  return {
    ...dialect,
    createAdapter: () => new PooledAdapter(),
    createDriver() {
      const driver = dialect.createDriver()
      return Object.assign(Object.create(driver), {
        async acquireConnection(): Promise<DatabaseConnection> {
          const connection = await driver.acquireConnection()
          return {
            ...connection,
            async executeQuery<R>(query: CompiledQuery) {
              const result = await connection.executeQuery<R>(query)
              await wait(query.sql)
              return result
            },
          }
        },
      })
    },
  }
}

class PooledAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}
