import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import pg from 'pg'
import { databaseFile } from '#server/config/data-dir.ts'
import type { DeskProcess } from './one-desk.ts'

type Desk = Pick<DeskProcess, 'dataDir' | 'databaseUrl'>

/** The desk may be writing. */
const PATIENCE_MS = 10_000

/** Runs a statement in the database of a desk that runs: its file, or what several desks share. Values are for `?`. */
export async function queryDesk<Row>(
  desk: Desk,
  sql: string,
  values: readonly SQLInputValue[] = [],
): Promise<Row[]> {
  if (desk.databaseUrl !== undefined) {
    let place = 0
    const text = sql.replaceAll('?', () => `$${++place}`)
    return withClient(desk.databaseUrl, async (client) => {
      const { rows } = await client.query({ text, values: [...values] })
      return rows as Row[] // as the query names its columns
    })
  }
  const database = new DatabaseSync(databaseFile(desk.dataDir), { timeout: PATIENCE_MS })
  try {
    return database.prepare(sql).all(...values) as Row[]
  } finally {
    database.close()
  }
}

/** From now on nothing can be inserted into a table, until what is returned is called. */
export async function breakInserts(desk: Desk, table: string): Promise<() => Promise<void>> {
  const [breaks, mends] =
    desk.databaseUrl === undefined
      ? [
          [`create trigger broken before insert on ${table} begin select raise(abort, 'broken'); end`],
          ['drop trigger broken'],
        ]
      : [
          [
            "create function broken() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$",
            `create trigger broken before insert on ${table} for each row execute function broken()`,
          ],
          [`drop trigger broken on ${table}`, 'drop function broken'],
        ]
  for (const sql of breaks) await queryDesk(desk, sql)
  return async () => {
    for (const sql of mends) await queryDesk(desk, sql)
  }
}

/** Sums and big numbers are read as numbers, as those of SQLite are. */
async function withClient<Result>(
  connectionString: string,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const numbers: ReadonlySet<number> = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC])
  const getTypeParser = ((oid: number, format?: 'text') =>
    numbers.has(oid) ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser
  const client = new pg.Client({ connectionString, types: { getTypeParser } })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
