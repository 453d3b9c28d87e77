import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { zstdDecompressSync } from 'node:zlib'
import { type EventStore, openEventStore } from '#tests/support/store/event-store.ts'
import { ACTS } from './acts.ts'
import { DAY_START, listDayBatches } from './day.ts'

/** All tables by their names; of each its columns, and its rows as JSON in the order of their texts. */
export type Dump = Record<string, { columns: string[]; rows: string[] }>

/** The columns to be dumped of each table. */
type Shape = Readonly<Record<string, Pick<Dump[string], 'columns'>>>

/** Writes the seeded day into a new database, and gives what is in it then: of these tables and columns, or of all. */
export async function dumpSeededDay(shape?: Shape): Promise<Dump> {
  const opened = await openEventStore(() => DAY_START)
  try {
    await fillSeededDay(opened)
    const { connection } = opened
    const tables = Object.entries(shape ?? readShape(connection))
    return Object.fromEntries(
      tables.map(([name, { columns }]) => [name, dumpTable(connection, name, columns)]),
    )
  } finally {
    await opened.close()
  }
}

/** Writes the seeded day into an empty store. */
export async function fillSeededDay(opened: EventStore): Promise<void> {
  const { store, writeBatch } = opened
  const project = { id: 2, slug: 'shop', name: 'Shop', created_at: DAY_START }
  await store.write((trx) => trx.insertInto('project').values(project).execute())
  for (const [place, { now, envelopes, refused }] of listDayBatches().entries()) {
    await ACTS.get(place)?.(opened, now)
    const { failure } = writeBatch(envelopes, refused)
    if (failure !== undefined) throw new Error(`Cannot store batch ${place}: ${failure}`)
  }
}

function readShape(connection: DatabaseSync): Shape {
  const tables = connection
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !name.startsWith('issue_search')) // FTS5's own: it derives from issue_text
  const columnsOf = (table: string) =>
    connection
      .prepare(`select * from ${table}`)
      .columns()
      .map(({ name }) => name)
  return Object.fromEntries(tables.map((table) => [table, { columns: columnsOf(table) }]))
}

function dumpTable(connection: DatabaseSync, table: string, columns: string[]): Dump[string] {
  const found = connection.prepare(`select ${columns.join(', ')} from ${table}`).all()
  const rows = found.map((row) => JSON.stringify(columns.map((column) => toPlain(table, row[column]))))
  return { columns, rows: rows.toSorted() }
}

/** What a block holds is told by a hash of it unpacked: other versions of zstd may pack it differently. */
function toPlain(table: string, value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return value
  if (table !== 'payload_block') return Buffer.from(value).toString('base64')
  return createHash('sha256').update(zstdDecompressSync(value)).digest('base64').slice(0, 12)
}
