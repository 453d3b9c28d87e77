import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

/** The rows of each table as texts, sorted. They are read without any code of the desk. */
export type PlainRows = Record<string, string[]>

/** What only one engine has: indexes of texts. */
const OWN_COLUMNS = new Set(['issue_text.search'])

export function readSqliteRows(file: string): PlainRows {
  const connection = new DatabaseSync(file, { readOnly: true })
  try {
    const tables = connection
      .prepare(
        "select name from sqlite_schema where type = 'table' and name not glob 'sqlite_*' and name not glob 'issue_search*'",
      )
      .all()
    return Object.fromEntries(
      tables.map(({ name }) => {
        const statement = connection.prepare(`select * from ${name}`)
        statement.setReadBigInts(true)
        return [
          String(name),
          statement
            .all()
            .filter(isMoved)
            .map((row) => plain(String(name), row))
            .sort(),
        ]
      }),
    )
  } finally {
    connection.close()
  }
}

/** Each target has an entry of its own move in its audit log. */
export function isMoved({ action }: Record<string, unknown>): boolean {
  return action !== 'desk.move'
}

/** Reads these tables: PostgreSQL has tables of its own as well. */
export async function readPostgresRows(url: string, tables: readonly string[]): Promise<PlainRows> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const found: PlainRows = {}
    for (const name of tables) {
      const { rows } = await client.query<Record<string, unknown>>(`select * from ${name}`)
      found[name] = rows
        .filter(isMoved)
        .map((row) => plain(name, row))
        .sort()
    }
    return found
  } finally {
    await client.end()
  }
}

/** `pg` reads integers as texts, and `node:sqlite` was told to read them as big ones; neither does so with other numbers. */
export function plain(table: string, row: Record<string, unknown>): string {
  const values = Object.entries(row)
    .filter(([column]) => !OWN_COLUMNS.has(`${table}.${column}`))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([column, value]) => `${column}=${plainValue(value)}`)
  return values.join('|')
}

function plainValue(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value)
}
