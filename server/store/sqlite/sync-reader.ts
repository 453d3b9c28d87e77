import type { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import type { Asking } from '#server/store/engine/asking.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { createQueryRunner, createSqliteDialect } from './sqlite-dialect.ts'

/** Runs searches without waiting, for threads that do one thing at a time. */
export interface SyncReader {
  /** It builds queries; nothing is run on it. */
  db: Kysely<Database>
  answer<Answer>(asking: Asking<Answer>): Answer
}

export function createSyncReader(connection: DatabaseSync): SyncReader {
  const run = createQueryRunner(connection)
  return {
    db: new Kysely<Database>({ dialect: createSqliteDialect(connection) }),
    answer(asking) {
      let step = asking.next()
      while (!step.done) step = asking.next(step.value.map((query) => run(query).rows))
      return step.value
    },
  }
}
