import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { startWriter } from '#server/writer/writer.ts'
import { createPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'
import { anEventId } from '#tests/support/store/event-store.ts'

async function open() {
  const postgresUrl = await createPostgresDatabase()
  const failures: string[] = []
  const writer = await startWriter({
    file: join(tmpdir(), 'desk.sqlite'),
    postgresUrl,
    pressure: () => undefined,
    onFailure: (reason) => failures.push(reason),
  })
  onTestFinished(writer.close)
  const client = new pg.Client(postgresUrl)
  await client.connect()
  onTestFinished(() => client.end())
  const count = async (sql: string) => Number((await client.query<{ count: string }>(sql)).rows[0]?.count)
  return { writer, client, count, failures }
}

function anEnvelope(number: number, items = '') {
  const id = anEventId(number)
  const event = { event_id: id, message: `Order ${number % 5} failed` }
  const text = `{"event_id":"${id}"}\n{"type":"event"}\n${JSON.stringify(event)}\n${items}`
  const body = new TextEncoder().encode(text)
  return { projectId: 1, keyId: 1, receivedAt: 1_700_000_000_000 + number, body }
}

it('the writer’s threads store each submitted event once, and count it soon after', async () => {
  const { writer, count, failures } = await open()
  const attachment = '{"type":"attachment","length":5,"filename":"a.txt"}\nhello\n'
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, number) =>
      writer.submit(anEnvelope(number, number === 7 ? attachment : '')),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await count('select count(*) from event')).toBe(200)
  const again = await Promise.all([1, 2, 3].map((number) => writer.submit(anEnvelope(number))))
  expect(again.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await count('select count(*) from event')).toBe(200)
  await expect.poll(() => count('select coalesce(sum(event_count), 0) as count from issue')).toBe(200)
  await expect.poll(() => count('select count(*) from journal')).toBe(0)
  expect(await count('select count(*) from attachment join blob using (sha256)')).toBe(1)
  expect(await writer.isReady()).toBe(true)
  expect(failures).toEqual([])
})

it('no acknowledged event is lost when the server ends connections', async () => {
  const { writer, client, count } = await open()
  const answers = Promise.all(Array.from({ length: 300 }, (_, number) => writer.submit(anEnvelope(number))))
  for (let kills = 0; kills < 5; kills++) {
    await client.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
  }
  const statuses = (await answers).map(({ status }) => status)
  const acknowledged = statuses.filter((status) => status === 200).length
  expect(acknowledged + statuses.filter((status) => status === 503).length).toBe(300)
  expect(await count('select count(*) from event')).toBeGreaterThanOrEqual(acknowledged)
  const again = await Promise.all(
    Array.from({ length: 300 }, (_, number) => writer.submit(anEnvelope(number))),
  )
  expect(new Set(again.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await count('select count(*) from event')).toBe(300)
  await expect.poll(() => count('select coalesce(sum(event_count), 0) as count from issue')).toBe(300)
})
