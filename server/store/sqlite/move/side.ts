import type { DatabaseSync } from 'node:sqlite'
import type { MoveSide } from '#server/store/move/side.ts'
import { describeTables } from './moved-tables.ts'
import { inRange } from './range-sql.ts'
import { createOrderedReader } from './read-in-order.ts'
import { inPages } from './read-rows.ts'

const HASHES_AT_ONCE = 1_000

/** A database of SQLite, as either side of a move. */
export function createSqliteSide(connection: DatabaseSync, name: string): MoveSide {
  const read = createOrderedReader(connection)
  return {
    name,
    tables: describeTables(connection),
    async *readRows(table, range, most) {
      yield* inPages(read(table, range), most)
    },
    async addUp(table, columns) {
      const sums = columns.map((column) => `coalesce(sum("${column}"), 0)`)
      const { sql } = inRange(table, { after: undefined, to: undefined })
      const statement = connection.prepare(
        `select ${['count(*)', ...sums].join(', ')} from ${table.name} where ${sql}`,
      )
      statement.setReturnArrays(true)
      return statement.get() as unknown as number[] // an array, as it was told to return
    },
    async listHashes(table, after) {
      const rows = connection
        .prepare(`select distinct sha256 from ${table} where sha256 > ? order by sha256 limit ?`)
        .all(after, HASHES_AT_ONCE)
      return rows.map(({ sha256 }) => String(sha256))
    },
  }
}
