import pg, { type PoolClient } from 'pg'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { checkPostgres } from '#server/process/doctor/postgres-checks.ts'
import { MIGRATIONS, migrate } from '#server/store/postgres/migrations/migrate.ts'
import { openPostgresStore } from '#server/store/postgres/postgres.ts'
import { valueTypes } from '#server/store/postgres/values.ts'
import {
  openPostgresEventStore,
  type PostgresEventStore,
} from '#tests/support/postgres/postgres-event-store.ts'
import { anEventId, envelopeOf } from '#tests/support/store/event-store.ts'

const NEXT = MIGRATIONS.length + 1
const ADDING = `
  alter table issue add column severity text not null default 'unknown';
  alter table event add column severity text not null default 'unknown';
  alter table project add column region text;
  create table region (id bigint primary key, name text not null)`

/** A desk of this version, which a newer one joins. */
let desk: PostgresEventStore
let admin: PoolClient
beforeEach(async () => {
  desk = await openPostgresEventStore({ folds: true })
  onTestFinished(desk.close)
  const pool = new pg.Pool({ connectionString: desk.url, types: valueTypes })
  admin = await pool.connect()
  onTestFinished(async () => {
    admin.release()
    await pool.end()
  })
})

/** What a newer version does first. */
function migrateOn(leastStep: number): Promise<void> {
  return migrate(admin, [...MIGRATIONS, { sql: ADDING, leastStep }])
}

async function send(number: number): Promise<void> {
  const exception = { values: [{ type: 'TypeError', value: 'no price' }] }
  const body = envelopeOf({ event_id: anEventId(number), exception })
  const { failure } = await desk.writeBatch([{ projectId: 1, keyId: 1, receivedAt: number, body }], [])
  expect(failure).toBeUndefined()
}

/** Reads whole rows, which the server has planned for the columns that there were. */
async function readIssues() {
  await desk.store.settle([1])
  const issues = await desk.store.db.selectFrom('issue').selectAll().execute()
  return issues.map(({ event_count: events, status }) => ({ events, status }))
}

it('a desk at work goes on when a newer one adds tables and columns, and one of its version may start', async () => {
  const { store, url } = desk
  const resolve = () =>
    store.writeAlone([1], async (trx) => {
      const [issue] = await trx.selectFrom('issue').selectAll().execute()
      await trx.updateTable('issue').set({ status: 'resolved' }).execute()
      return issue?.event_count
    })
  await send(1)
  expect(await resolve()).toBe(1)
  expect(await readIssues()).toEqual([{ events: 1, status: 'resolved' }])

  await migrateOn(NEXT - 1)
  expect(await readIssues()).toEqual([{ events: 1, status: 'resolved' }])
  expect(await resolve()).toBe(1)
  await send(2)
  expect(await readIssues()).toEqual([{ events: 2, status: 'open' }])

  const restarted = await openPostgresStore({ url })
  onTestFinished(() => restarted.close())
  const { state, message } =
    (await checkPostgres(url, Date.now())).find(({ name }) => name === 'schema') ?? {}
  expect(`${state}: ${message}`).toBe(
    `ok: schema ${NEXT} is of a newer Crumbtrail, beside which this one works`,
  )
  const issues = restarted.db.selectFrom('issue').select(['event_count as events', 'status'])
  expect(await issues.execute()).toEqual([{ events: 2, status: 'open' }])
})

it('a desk of this version does not start where a newer one said that it cannot work', async () => {
  await migrateOn(NEXT)
  await expect(openPostgresStore({ url: desk.url })).rejects.toThrow(
    `it was written by a newer Crumbtrail (schema ${NEXT}, this version supports ${NEXT - 1})`,
  )
})

it('a newer desk waits two seconds for a table that is in use, and undoes what it did', async () => {
  const reading = desk.store.db.transaction().execute(async (trx) => {
    await trx.selectFrom('issue').select('id').execute()
    await expect(migrateOn(NEXT - 1)).rejects.toMatchObject({ code: '55P03' })
  })
  await reading
  await migrateOn(NEXT - 1)
  expect(await desk.select('select max(step) as step from schema_step')).toEqual([{ step: NEXT }])
})
