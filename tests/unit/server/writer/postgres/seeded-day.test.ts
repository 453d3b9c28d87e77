import { expect, it, onTestFinished } from 'vitest'
import type { Store } from '#server/store/engine/store.ts'
import {
  openPostgresEventStore,
  type PostgresEventStore,
} from '#tests/support/postgres/postgres-event-store.ts'
import { ACTS } from '#tests/support/seeded-day/acts.ts'
import { DAY_START, listDayBatches } from '#tests/support/seeded-day/day.ts'
import { type EventStore, openEventStore } from '#tests/support/store/event-store.ts'

/** Retention comes after these; each engine cuts it into other slices. */
const BATCHES = 40

async function openBoth() {
  const sqlite = await openEventStore(() => DAY_START)
  onTestFinished(sqlite.close)
  const postgres = await openPostgresEventStore({ clock: () => DAY_START })
  onTestFinished(postgres.close)
  // The second process has nothing but the journal to count what the first one stored.
  const folder = await openPostgresEventStore({ url: postgres.url, clock: () => DAY_START, processId: 'two' })
  onTestFinished(folder.close)
  for (const { store } of [sqlite, postgres]) await addShop(store)
  return { sqlite, postgres, folder }
}

/** The first project is made with the database, at another time. */
async function addShop(store: Store) {
  await store.write(async (trx) => {
    await trx.updateTable('project').set({ created_at: DAY_START }).execute()
    await trx.updateTable('project_key').set({ created_at: DAY_START }).execute()
    const project = { id: 2, slug: 'shop', name: 'Shop', created_at: DAY_START }
    await trx.insertInto('project').values(project).execute()
  })
}

it('answers, stores and counts a seeded day on PostgreSQL as on SQLite, where another process counts it', async () => {
  const { sqlite, postgres, folder } = await openBoth()
  for (const [place, { now, envelopes, refused }] of listDayBatches().slice(0, BATCHES).entries()) {
    const copies = structuredClone(envelopes)
    await ACTS.get(place)?.(sqlite, now)
    await ACTS.get(place)?.({ ...sqlite, store: postgres.store }, now)
    const known = sqlite.writeBatch(envelopes, refused)
    const { results, failure } = await postgres.writeBatch(copies, structuredClone(refused))
    expect(failure).toBeUndefined()
    expect(results, `batch ${place}`).toEqual(known.results)
    await folder.fold()
  }
  const tables = listTables(sqlite)
  expect(tables.length).toBeGreaterThan(50)
  for (const table of tables) {
    const [own, other] = await dumpBoth(table, sqlite, postgres)
    expect(other, table).toEqual(own)
  }
}, 120_000) // it stores the batches of a day twice

function listTables({ connection }: EventStore): string[] {
  return connection
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !name.startsWith('issue_search') && name !== 'setting')
}

/** The rows as texts, in the order of these. */
async function dumpBoth(table: string, { connection }: EventStore, { select }: PostgresEventStore) {
  const columns = connection
    .prepare(`select * from ${table}`)
    .columns()
    .map(({ name }) => name)
    // which of two releases, or of two happenings, was put first, of one step, is the engine's affair
    .filter((name) => !['project_release', 'happening'].includes(table) || name !== 'id')
  const names = columns.map((name) => `"${name}"`).join(', ')
  const own = connection.prepare(`select ${names} from ${table}`).all()
  const other = await select(`select ${names} from ${table}`)
  return [own, other].map((rows) => rows.map((row) => plainRow(row, columns)).toSorted())
}

function plainRow(row: Record<string, unknown>, columns: readonly string[]): string {
  return JSON.stringify(columns.map((column) => plainValue(row[column])))
}

function plainValue(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value
}
