import pg from 'pg'
import { readRowFacts } from '#server/store/postgres/rows/row-facts.ts'
import { createPostgresRows } from '#server/store/postgres/rows/run-steps.ts'
import { addUpStorage } from '#server/store/postgres/storage-changes.ts'
import { valueTypes } from '#server/store/postgres/values.ts'
import type { Steps } from '#server/store/rows/steps.ts'
import { openConnection } from '#server/store/sqlite/connection.ts'
import { migrate } from '#server/store/sqlite/migrations/migrate.ts'
import { createSqliteRows } from '#server/store/sqlite/rows/run-steps.ts'
import type { Engine } from '#tests/support/postgres/each-engine.ts'
import { createPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'

export interface EngineRows {
  /** Runs steps in a transaction of their own. */
  run<Result>(steps: Steps<Result>): Promise<Result>
  select(sql: string): Promise<object[]>
  /** Storage counts are up to date afterwards. On SQLite they always are. */
  addUpStorage(): Promise<void>
  execute(sql: string): Promise<void>
  close(): Promise<void>
}

/** Opens an empty database of an engine, for steps alone. */
export function openRows(engine: Engine): Promise<EngineRows> {
  return engine === 'sqlite' ? openSqliteRows() : openPostgresRows()
}

async function openSqliteRows(): Promise<EngineRows> {
  const connection = openConnection(':memory:')
  migrate(connection)
  connection.exec('pragma foreign_keys = off') // PostgreSQL has none of those that would be broken
  const runSteps = createSqliteRows(connection)
  return {
    async run(steps) {
      connection.exec('begin')
      try {
        const result = runSteps(steps)
        connection.exec('commit')
        return result
      } catch (error) {
        connection.exec('rollback')
        throw error
      }
    },
    select: async (sql) => connection.prepare(sql).all(),
    addUpStorage: async () => undefined,
    execute: async (sql) => connection.exec(sql),
    close: async () => connection.close(),
  }
}

async function openPostgresRows(): Promise<EngineRows> {
  const connectionString = await createPostgresDatabase()
  const client = new pg.Client({ connectionString, types: valueTypes, pipeline: true })
  await client.connect()
  const runSteps = createPostgresRows(client, await readRowFacts(client))
  return {
    async run(steps) {
      await client.query('begin')
      try {
        const result = await runSteps(steps)
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback')
        throw error
      }
    },
    select: async (sql) => (await client.query(sql)).rows,
    addUpStorage: async () => (await addUpStorage(client)).result,
    execute: async (sql) => void (await client.query(sql)),
    close: () => client.end(),
  }
}
