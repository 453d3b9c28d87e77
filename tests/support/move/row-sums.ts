import { hash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { isMoved, plain } from './plain-rows.ts'

/** The number of rows of each table, and the sum of their hashes, which does not depend on their order. */
export type RowSums = Map<string, RowSum>

interface RowSum {
  rows: number
  sum: bigint
}

const MASK = 2n ** 64n - 1n
const ROWS_A_FETCH = 5_000

/** Reads all tables row by row, without any code of the desk. */
export function sumSqliteRows(file: string): RowSums {
  const connection = new DatabaseSync(file, { readOnly: true })
  const sums: RowSums = new Map()
  try {
    const tables = connection
      .prepare(
        "select name from sqlite_schema where type = 'table' and name not glob 'sqlite_*' and name not glob 'issue_search*'",
      )
      .all()
    for (const { name } of tables) {
      const statement = connection.prepare(`select * from ${name}`)
      statement.setReadBigInts(true)
      sums.set(String(name), addRows({ rows: 0, sum: 0n }, String(name), statement.iterate()))
    }
    return sums
  } finally {
    connection.close()
  }
}

/** Reads these tables: PostgreSQL has tables of its own as well. */
export async function sumPostgresRows(url: string, tables: readonly string[]): Promise<RowSums> {
  const client = new pg.Client(url)
  await client.connect()
  const sums: RowSums = new Map()
  try {
    for (const name of tables) {
      await client.query('begin')
      await client.query(`declare rows cursor for select * from ${name}`)
      let sum: RowSum = { rows: 0, sum: 0n }
      for (;;) {
        const { rows } = await client.query<Record<string, unknown>>(`fetch ${ROWS_A_FETCH} from rows`)
        if (rows.length === 0) break
        sum = addRows(sum, name, rows)
      }
      await client.query('commit')
      sums.set(name, sum)
    }
    return sums
  } finally {
    await client.end()
  }
}

function addRows({ rows, sum }: RowSum, table: string, read: Iterable<Record<string, unknown>>): RowSum {
  const added = { rows, sum }
  for (const row of read) {
    if (!isMoved(row)) continue
    added.rows++
    added.sum = (added.sum + hash('sha256', plain(table, row), 'buffer').readBigUInt64BE()) & MASK
  }
  return added
}
