import { read, type Steps } from '#server/store/rows/steps.ts'
import type { Table } from '#server/store/rows/table.ts'

/** Says of each key whether a row has it. */
export function* areKnown<Key extends object, Values extends object>(
  table: Table<Key, Values>,
  keys: readonly Key[],
): Steps<boolean[]> {
  const rows = yield* read(table, keys)
  return rows.map((row) => row !== undefined)
}
