import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'
import type { QueryOf } from './prepared-query.ts'

/**
 * A search that yields its queries and is handed their rows: whoever runs it decides whether it waits for the database.
 * Pages wait; a preparer's thread, which does one thing at a time, does not (sqlite/sync-reader.ts).
 */
export type Asking<Answer> = Generator<CompiledQuery, Answer, unknown[]>

/** Asks one query; its rows are what the query selects. */
export function* ask<Row>(query: Compilable<Row>): Asking<Row[]> {
  return (yield query.compile()) as Row[]
}

/** The same, of a query that is built and compiled once. */
export function prepareAsking<Values extends object, Row>(
  query: QueryOf<Values, Row>,
): (db: Kysely<Database>, values: Values) => Asking<Row[]> {
  return function* (db, values) {
    return (yield query(db, values)) as Row[]
  }
}

/** Runs a search on the desk's store. */
export async function answer<Answer>(db: Kysely<Database>, asking: Asking<Answer>): Promise<Answer> {
  let step = asking.next()
  while (!step.done) {
    const { rows } = await db.executeQuery(step.value)
    step = asking.next(rows)
  }
  return step.value
}
