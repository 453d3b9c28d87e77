import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'
import type { QueryOf } from './prepared-query.ts'

/**
 * A search that yields its queries, those at once that do not depend on each other, and is handed the rows of each: whoever
 * runs it decides whether it waits for the database. Pages wait; a preparer's thread, which does one thing at a time, does
 * not (sqlite/sync-reader.ts).
 */
export type Asking<Answer> = Generator<readonly CompiledQuery[], Answer, readonly unknown[][]>

/** Asks one query; its rows are what the query selects. */
export function* ask<Row>(query: Compilable<Row>): Asking<Row[]> {
  return rowsOf(yield [query.compile()])
}

/** The same, of a query that is built and compiled once. */
export function prepareAsking<Values extends object, Row>(
  query: QueryOf<Values, Row>,
): (db: Kysely<Database>, values: Values) => Asking<Row[]> {
  return function* (db, values) {
    return rowsOf(yield [query(db, values)])
  }
}

function rowsOf<Row>([rows = []]: readonly unknown[][]): Row[] {
  return rows as Row[] // they are the query's
}

/** Runs searches side by side: the next queries of all of them are asked at once. */
export function* together<Answer>(askings: readonly Asking<Answer>[]): Asking<Answer[]> {
  let running = askings.map((asking) => ({ asking, step: asking.next() }))
  const all = running
  while (running.some(({ step }) => !step.done)) {
    running = running.filter(({ step }) => !step.done)
    const rows = yield running.flatMap(({ step }) => (step.done ? [] : step.value))
    let taken = 0
    for (const one of running) {
      if (one.step.done) continue
      const asked = one.step.value.length
      one.step = one.asking.next(rows.slice(taken, taken + asked))
      taken += asked
    }
  }
  return all.flatMap(({ step }) => (step.done ? [step.value] : []))
}

/** The store has ten connections, and others want to read as well. */
const MOST_AT_ONCE = 8

/** Runs a search on the desk's store. Of queries at once, those that are the same are asked once. */
export async function answer<Answer>(db: Kysely<Database>, asking: Asking<Answer>): Promise<Answer> {
  let step = asking.next()
  while (!step.done) step = asking.next(await runAll(db, step.value))
  return step.value
}

async function runAll(db: Kysely<Database>, queries: readonly CompiledQuery[]): Promise<unknown[][]> {
  const keys = queries.map(({ sql, parameters }) => JSON.stringify([sql, parameters]))
  const distinct = new Map(queries.map((query, index) => [keys[index], query]))
  const found = new Map<string | undefined, unknown[]>()
  const waiting = distinct.entries()
  const runNext = async () => {
    for (const [key, query] of waiting) found.set(key, (await db.executeQuery(query)).rows)
  }
  await Promise.all(Array.from({ length: Math.min(MOST_AT_ONCE, distinct.size) }, runNext))
  return keys.map((key) => found.get(key) ?? [])
}
