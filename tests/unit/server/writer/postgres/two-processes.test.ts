import { expect, it, onTestFinished } from 'vitest'
import { openWritingPool } from '#server/store/postgres/connections/pool.ts'
import { withConnection } from '#server/store/postgres/connections/with-connection.ts'
import { readRowFacts } from '#server/store/postgres/rows/row-facts.ts'
import { createFolder } from '#server/writer/postgres/folder.ts'
import { startCutConnections } from '#tests/support/postgres/cut-connections.ts'
import { createPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'
import {
  openPostgresEventStore,
  type PostgresEventStore,
} from '#tests/support/postgres/postgres-event-store.ts'
import { anEventId, envelopeOf } from '#tests/support/store/event-store.ts'

async function openTwo() {
  const one = await openPostgresEventStore({ processId: 'one' })
  onTestFinished(one.close)
  const two = await openPostgresEventStore({ url: one.url, processId: 'two' })
  onTestFinished(two.close)
  return [one, two] as const
}

function anError(number: number, type = 'TypeError') {
  const event = { event_id: anEventId(number), exception: { values: [{ type, value: 'no price' }] } }
  return { projectId: 1, keyId: 1, receivedAt: 1_000 + number, body: envelopeOf(event) }
}

async function readCounts({ select }: PostgresEventStore) {
  const [counts] = await select(`
    select (select count(*)::int from event) as events, (select count(*)::int from issue) as issues,
      (select coalesce(sum(event_count), 0)::int from issue) as counted,
      (select coalesce(sum(event_count), 0)::int from issue_hour) as hours,
      (select coalesce(sum(quantity), 0)::int from outcome) as outcomes,
      (select count(*)::int from journal) as journal`)
  return counts
}

it('two processes that are sent the same events at once store and count each of them once', async () => {
  const [one, two] = await openTwo()
  for (let round = 0; round < 10; round++) {
    const events = Array.from({ length: 8 }, (_, index) => anError(round * 8 + index, `Error${index % 3}`))
    const copies = structuredClone(events)
    const written = await Promise.all([one.writeBatch(events, []), two.writeBatch(copies.toReversed(), [])])
    expect(written.map(({ failure }) => failure)).toEqual([undefined, undefined])
  }
  await Promise.all([one.fold(), two.fold()])
  await one.fold()
  const all = { events: 80, issues: 3, counted: 80, hours: 80, outcomes: 80, journal: 0 }
  expect(await readCounts(one)).toEqual(all)
})

it('one process counts what the other stored', async () => {
  const [one, two] = await openTwo()
  await one.writeBatch([anError(1), anError(2)], [])
  expect(await readCounts(two)).toMatchObject({ events: 2, counted: 0, journal: 1 })
  await two.fold()
  await one.writeBatch([anError(3)], [])
  await one.fold()
  await two.writeBatch([anError(4)], [])
  await two.fold()
  expect(await readCounts(two)).toMatchObject({ events: 4, counted: 4, hours: 4, journal: 0 })
})

it('a pass over the journal comes to every shard, also while one of them has more than a fold takes', async () => {
  const [one] = await openTwo()
  await one.select(`insert into project (id, slug, name, created_at) values (2, 'shop', 'Shop', 0)`)
  await one.writeBatch([anError(1)], [])
  await one.select(`
    insert into journal (shard, stored_at, format, delta)
    select shard, stored_at, format, delta from journal, generate_series(1, 500)`)
  await one.writeBatch([{ ...anError(2), projectId: 2 }], [])
  const pool = openWritingPool(one.url)
  onTestFinished(() => pool.end())
  const facts = await withConnection(pool, readRowFacts)
  expect(await createFolder({ pool, facts, processId: 'three' }).fold()).toBe(true)
  expect(await one.select('select shard, count(*) as rows from journal group by 1')).toEqual([
    { shard: 1, rows: 101 },
  ])
})

it('a delta in an unknown format stays in the journal', async () => {
  const [one] = await openTwo()
  await one.writeBatch([anError(1)], [])
  await one.select('update journal set format = 99')
  await one.writeBatch([anError(2)], [])
  await one.fold()
  expect(await readCounts(one)).toMatchObject({ events: 2, counted: 1, journal: 1 })
  await one.select('update journal set format = 1')
  await one.fold()
  expect(await readCounts(one)).toMatchObject({ counted: 2, journal: 0 })
})

it('a commit whose answer is lost is acknowledged, because the server says that it was committed', async () => {
  const url = await createPostgresDatabase()
  const proxy = await startCutConnections(url)
  onTestFinished(proxy.close)
  const desk = await openPostgresEventStore({ url: proxy.url })
  onTestFinished(desk.close)
  await desk.writeBatch([anError(1)], []) // from now on only the commit of a batch is cut
  proxy.cutNextCommit()
  const { results, failure } = await desk.writeBatch([anError(2)], [])
  expect(failure).toBeUndefined()
  expect(results).toEqual([expect.objectContaining({ status: 200 })])
  await desk.fold()
  expect(await readCounts(desk)).toMatchObject({ events: 2, counted: 2, outcomes: 2, journal: 0 })
})

it('a commit that the server undoes is refused, and stored once when it is sent again', async () => {
  const [one, two] = await openTwo()
  await one.select(`
    create function cut() returns trigger language plpgsql as $$ begin
      perform pg_terminate_backend(pid) from pg_stat_activity where pid = pg_backend_pid();
      return null;
    end $$;
    create constraint trigger cut after insert on event deferrable initially deferred
      for each row when (new.event_id = '${anEventId(7)}') execute function cut()`)
  const { results } = await one.writeBatch([anError(7)], [])
  expect(results).toEqual([expect.objectContaining({ status: 503 })])
  await one.select('drop trigger cut on event')
  expect((await two.writeBatch([anError(7)], [])).results).toEqual([expect.objectContaining({ status: 200 })])
  await two.fold()
  expect(await readCounts(two)).toMatchObject({ events: 1, counted: 1 })
})
