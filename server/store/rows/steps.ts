import type { Query } from './query.ts'
import type { Appended, Table } from './table.ts'

/** What someone wants of the database who does not reach it: the rows are in the order in which they are asked for. */
export type Step =
  | { kind: 'read'; table: Table; keys: readonly object[] }
  | { kind: 'count'; table: Table; columns: readonly string[]; keys: readonly object[] }
  | { kind: 'put'; table: Table; rows: readonly object[] }
  | { kind: 'change'; table: Table; rows: readonly object[] }
  | { kind: 'insert'; table: Appended; rows: readonly object[] }
  | { kind: 'ask'; query: Query; values: readonly object[] }
  | { kind: 'run'; statement: Query; values: readonly object[] }
  | { kind: 'lock'; names: readonly string[] }

/**
 * Work that needs rows and knows no engine: it yields what it wants to know or to store, and goes on when that is answered,
 * at once or later. Whoever runs it does the reading and the writing (`server/store/sqlite/rows/`, `server/store/postgres/rows/`).
 *
 * Do not create generator functions for each batch: V8's heap would keep the batch that their closures refer to until the next
 * full garbage collection.
 */
export type Steps<Result = void> = Generator<Step, Result, unknown>

/** Gives the values of each key; undefined where there is no row. */
export function* read<Key extends object, Values extends object>(
  table: Table<Key, Values>,
  keys: readonly Key[],
): Steps<(Values | undefined)[]> {
  if (keys.length === 0) return []
  return (yield { kind: 'read', table, keys }) as (Values | undefined)[] // an answer is of the step's kind
}

/** Counts the rows that have the same values in those columns, with which the table's key begins. */
export function* count<Key extends object, const Column extends keyof Key & string>(
  table: Table<Key>,
  columns: readonly Column[],
  keys: readonly Pick<Key, Column>[],
): Steps<number[]> {
  if (keys.length === 0) return []
  return (yield { kind: 'count', table, columns, keys }) as number[] // an answer is of the step's kind
}

/** Stores rows that are new, and joins the others with those that are there, as their table says. */
export function* put<Key extends object, Values extends object>(
  table: Table<Key, Values>,
  rows: readonly (Key & Values)[],
): Steps {
  if (rows.length > 0) yield { kind: 'put', table, rows }
}

/** Joins rows with those that are there, and stores no new ones. Says of each whether it was there. */
export function* change<Key extends object, Values extends object>(
  table: Table<Key, Values>,
  rows: readonly (Key & Values)[],
): Steps<boolean[]> {
  if (rows.length === 0) return []
  return (yield { kind: 'change', table, rows }) as boolean[] // an answer is of the step's kind
}

/** Stores rows with new keys, and returns their ids. */
export function* insert<Values extends object>(
  table: Appended<Values>,
  rows: readonly Values[],
): Steps<number[]> {
  if (rows.length === 0) return []
  return (yield { kind: 'insert', table, rows }) as number[] // an answer is of the step's kind
}

/** Returns the rows that a select finds for each set of values. */
export function* ask<Values extends object, Row extends object>(
  query: Query<Values, Row>,
  values: readonly Values[],
): Steps<Row[][]> {
  if (values.length === 0) return []
  return (yield { kind: 'ask', query, values }) as Row[][] // an answer is of the step's kind
}

/** Runs a statement for each set of values, in order. Returns the number of rows that each of them changed. */
export function* run<Values extends object>(
  statement: Query<Values, never>,
  values: readonly Values[],
): Steps<number[]> {
  if (values.length === 0) return []
  return (yield { kind: 'run', statement, values }) as number[] // an answer is of the step's kind
}

/**
 * Waits until no other transaction has locked one of these names, and locks them until this one ends. An engine with one
 * writer has nothing to wait for.
 */
export function* lock(names: readonly string[]): Steps {
  if (names.length > 0) yield { kind: 'lock', names }
}
