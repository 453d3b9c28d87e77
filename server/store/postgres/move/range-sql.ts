import { MOVED_TO } from '#server/store/move/moved.ts'
import type { KeyRange, MovedTable } from '#server/store/move/side.ts'

interface Condition {
  sql: string
  values: (number | string)[]
}

/** Rows of a range, without the setting that belongs to this database alone. */
export function inRange({ name, key, columns }: MovedTable, { after, to }: KeyRange): Condition {
  const types = key.map((column) => columns.find((each) => each.name === column)?.type)
  const names = namesOf(key)
  const values = [...(after ?? []), ...(to ?? [])]
  const places = (start: number) => types.map((type, index) => `$${start + index}::${type}`).join(', ')
  const conditions = [
    ...(name === 'setting' ? [`"key" <> '${MOVED_TO}'`] : []),
    ...(after === undefined ? [] : [`(${names}) > (${places(1)})`]),
    ...(to === undefined ? [] : [`(${names}) <= (${places(values.length - to.length + 1)})`]),
  ]
  return { sql: conditions.length === 0 ? 'true' : conditions.join(' and '), values }
}

/** Quoted, because a column may be called like a word of SQL. */
export function namesOf(columns: readonly string[]): string {
  return columns.map((name) => `"${name}"`).join(', ')
}
