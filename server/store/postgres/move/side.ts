import type { ClientBase } from 'pg'
import type { KeyRange, MovedTable, MoveSide, Page, Values } from '#server/store/move/side.ts'
import { keyOf } from '#server/store/move/take-part.ts'
import { nameStatement } from '#server/store/postgres/statement-names.ts'
import { describeTables } from './moved-tables.ts'
import { inRange, namesOf } from './range-sql.ts'

/** Rows with bytes may have a quarter of a megabyte each. */
const PAGE_ROWS = { withBytes: 200, others: 4_000 }
const HASHES_AT_ONCE = 1_000

/** A database of PostgreSQL, as either side of a move. */
export async function createPostgresSide(client: ClientBase, name: string): Promise<MoveSide> {
  return {
    name,
    tables: await describeTables(client),
    readRows: (table, range, most = PAGE_ROWS.others) => readPages(client, table, range, most),
    async addUp(table, columns) {
      const sums = columns.map((column) => `coalesce(sum("${column}"), 0)`)
      const { sql } = inRange(table, { after: undefined, to: undefined })
      const { rows } = await client.query<number[], never[]>({
        text: `select ${['count(*)', ...sums].join(', ')} from ${table.name} where ${sql}`,
        rowMode: 'array',
      })
      return rows[0] ?? []
    },
    async listHashes(table, after) {
      const { rows } = await client.query<{ sha256: string }>(
        `select distinct sha256 from ${table} where sha256 > $1 order by sha256 limit ${HASHES_AT_ONCE}`,
        [after],
      )
      return rows.map(({ sha256 }) => sha256)
    },
  }
}

/** Each page is a query of its own, so that no snapshot is held while rows are copied beside running desks. */
async function* readPages(
  client: ClientBase,
  table: MovedTable,
  { after, to }: KeyRange,
  mostRows: number,
): AsyncGenerator<Page> {
  const hasBytes = table.columns.some(({ type }) => type === 'bytea')
  const most = Math.min(mostRows, hasBytes ? PAGE_ROWS.withBytes : PAGE_ROWS.others)
  const columns = namesOf(table.columns.map((column) => column.name))
  for (let start = after; ; ) {
    const { sql, values } = inRange(table, { after: start, to })
    const text = `select ${columns} from ${table.name} where ${sql} order by ${namesOf(table.key)} limit ${most}`
    const query = { name: nameStatement(text), text, values, rowMode: 'array' as const }
    const { rows } = await client.query<Values & unknown[], unknown[]>(query)
    const last = rows.at(-1)
    if (last === undefined) return
    yield { rows, replaced: 0 }
    if (rows.length < most) return
    start = keyOf(table, last)
  }
}
