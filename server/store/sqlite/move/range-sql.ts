import type { SQLInputValue } from 'node:sqlite'
import { MOVED_TO } from '#server/store/move/moved.ts'
import type { KeyRange, MovedTable } from '#server/store/move/side.ts'

interface Condition {
  sql: string
  values: SQLInputValue[]
}

/** Rows of a range, without the setting that belongs to this database alone. */
export function inRange({ name, key }: MovedTable, { after, to }: KeyRange): Condition {
  const names = namesOf(key)
  const places = key.map(() => '?').join(', ')
  const conditions = [
    ...(name === 'setting' ? [`"key" <> '${MOVED_TO}'`] : []),
    ...(after === undefined ? [] : [`(${names}) > (${places})`]),
    ...(to === undefined ? [] : [`(${names}) <= (${places})`]),
  ]
  return {
    sql: conditions.length === 0 ? '1 = 1' : conditions.join(' and '),
    values: [...(after ?? []), ...(to ?? [])],
  }
}

/** Quoted, because a column may be called like a word of SQL. */
export function namesOf(columns: readonly string[]): string {
  return columns.map((name) => `"${name}"`).join(', ')
}
