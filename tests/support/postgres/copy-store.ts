import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

const ROWS_AT_ONCE = 2_000

type Row = Record<string, unknown>

/**
 * Copies all rows of a desk on SQLite into a database of PostgreSQL that has the same tables. They lie there in another
 * order, so that a query without ORDER BY shows.
 */
export async function copyStore(file: string, url: string): Promise<void> {
  const source = new DatabaseSync(file, { readOnly: true })
  const target = new pg.Client(url)
  await target.connect()
  try {
    await target.query('begin')
    await target.query('set local session_replication_role = replica') // the order of tables is as it comes
    for (const [table, columns] of tablesOf(source)) {
      await target.query(`delete from ${table}`)
      for (const rows of chunksOf(source, table)) {
        const json = JSON.stringify(rows.toReversed().map(toJson))
        await target.query(
          `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
          [json],
        )
      }
    }
    await setSequences(target)
    await target.query('commit')
    await target.query('analyze') // without statistics, joins are planned badly
  } finally {
    await target.end()
    source.close()
  }
}

/** New rows get higher ids than those that were copied. */
async function setSequences(target: pg.Client): Promise<void> {
  const { rows } = await target.query<{ name: string }>(
    "select table_name as name from information_schema.columns where column_name = 'id' and is_identity = 'YES'",
  )
  for (const { name } of rows) {
    await target.query(
      `select setval(pg_get_serial_sequence('${name}', 'id'), max(id)) from ${name} having max(id) > 0`,
    )
  }
}

/** The columns by table, without SQLite's own tables and those of its index of texts. */
function tablesOf(source: DatabaseSync): Map<string, string> {
  const rows = source
    .prepare(`
      select tables.name, string_agg('"' || columns.name || '"', ', ') as columns
      from sqlite_schema as tables join pragma_table_info(tables.name) as columns
      where tables.type = 'table' and tables.name not glob 'issue_search*' and tables.name not glob 'sqlite_*'
      group by tables.name`)
    .all()
  return new Map(rows.map(({ name, columns }) => [String(name), String(columns)]))
}

function* chunksOf(source: DatabaseSync, table: string): Generator<Row[]> {
  let rows: Row[] = []
  for (const row of source.prepare(`select * from ${table}`).iterate()) {
    if (rows.push(row) < ROWS_AT_ONCE) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}

/** Bytes as PostgreSQL reads them from a text. */
function toJson(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value,
    ]),
  )
}
