import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { KeyRange, MovedTable, Page, Values } from '#server/store/move/side.ts'
import { sizeOf } from '#server/store/move/take-part.ts'
import { toStorable } from '#server/store/postgres/values.ts'
import { inRange, namesOf } from './range-sql.ts'

const PAGE_ROWS = 1_000
const PAGE_BYTES = 4 * 2 ** 20

export interface ReadRow {
  /** Texts are as PostgreSQL can store them: a NUL is replaced, as normalizing does it. */
  values: Values
  /** The number of texts in which something was replaced. */
  replaced: number
}

/** Groups rows, so that neither many small ones nor a few large ones are awaited one by one. */
export function* inPages(rows: Iterable<ReadRow>, most = PAGE_ROWS): Generator<Page> {
  const pageRows = Math.min(most, PAGE_ROWS)
  let page: Page = { rows: [], replaced: 0 }
  let bytes = 0
  for (const { values, replaced } of rows) {
    page.rows.push(values)
    page.replaced += replaced
    bytes += sizeOf([values])
    if (page.rows.length < pageRows && bytes < PAGE_BYTES) continue
    yield page
    page = { rows: [], replaced: 0 }
    bytes = 0
  }
  if (page.rows.length > 0) yield page
}

/** Reads rows in the order of their keys. */
export function* readRows(
  connection: DatabaseSync,
  table: MovedTable,
  range: KeyRange,
  condition = '1 = 1',
): Generator<ReadRow> {
  const { sql, values } = inRange(table, range)
  const columns = namesOf(table.columns.map(({ name }) => name))
  const statement = connection.prepare(
    `select ${columns} from ${table.name} where ${sql} and ${condition} order by ${namesOf(table.key)}`,
  )
  statement.setReturnArrays(true)
  // arrays, as it was told to return
  for (const row of statement.iterate(...values) as unknown as Iterable<SQLOutputValue[]>) {
    yield toStorableRow(row)
  }
}

function toStorableRow(values: SQLOutputValue[]): ReadRow {
  let replaced = 0
  for (const [place, value] of values.entries()) {
    if (typeof value !== 'string') continue
    const stored = toStorable(value)
    if (stored === value) continue
    values[place] = stored
    replaced++
  }
  return { values, replaced }
}
