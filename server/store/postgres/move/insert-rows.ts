import type { ClientBase } from 'pg'
import type { MovedTable, Values } from '#server/store/move/side.ts'
import { encodeArray } from '#server/store/postgres/rows/encode-array.ts'
import { nameStatement } from '#server/store/postgres/statement-names.ts'
import { namesOf } from './range-sql.ts'

/** What one statement inserts: its arrays are in memory twice. */
const ROWS_AT_ONCE = 5_000
const BYTES_AT_ONCE = 8 * 2 ** 20

/** Inserts rows by arrays of their columns. `sizeOf` gives the bytes of a row, about. */
export async function insertRows(
  client: ClientBase,
  table: MovedTable,
  rows: readonly Values[],
  sizeOf: (rows: readonly Values[]) => number,
): Promise<void> {
  const names = namesOf(table.columns.map(({ name }) => name))
  const arrays = table.columns.map(({ type }, index) => `$${index + 1}::${type}[]`)
  const text = `insert into ${table.name} (${names}) select * from unnest(${arrays.join(', ')})`
  const insert = (some: readonly Values[]) =>
    client.query({
      name: nameStatement(text),
      text,
      values: table.columns.map(({ type }, place) =>
        encodeArray(
          type,
          some.map((values) => values[place]),
        ),
      ),
    })
  let start = 0
  let bytes = 0
  for (const [place, values] of rows.entries()) {
    bytes += sizeOf([values])
    if (place + 1 - start < ROWS_AT_ONCE && bytes < BYTES_AT_ONCE) continue
    await insert(rows.slice(start, place + 1))
    start = place + 1
    bytes = 0
  }
  if (start < rows.length) await insert(rows.slice(start))
}
