import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openStore } from '#server/store/open-store.ts'
import { startWriter, type Writer } from '#server/writer/writer.ts'
import { sampleEnvelope } from '#tests/support/builders/sample-events.ts'
import { median, nextBody } from '#tests/support/fill/ingest-load.ts'
import { createOwnServer } from '#tests/support/postgres/own-server.ts'
import { anEventId } from '#tests/support/store/event-store.ts'

/**
 * Events a second from the queue to the last count: SQLite's writer, and one, two and four writers on one PostgreSQL, in
 * turns, on a disk that is waited for. `hot` sends all events to one issue. `node tests/bench/postgres.ts [rounds] [events]`
 */
const [rounds = 3, events = 2_000] = process.argv.slice(2).map(Number)
const IN_FLIGHT = 512
const encoder = new TextEncoder()
let sent = 0

const BODIES = {
  errors: () => nextBody('errors'),
  mix: () => nextBody('mix'),
  hot: () => sampleEnvelope(1, anEventId(++sent + 2 ** 41)),
}
type Load = keyof typeof BODIES

const folder = await mkdtemp(join(tmpdir(), 'crumbtrail-postgres-'))
const server = await createOwnServer(join(folder, 'server'))
await server.start()
try {
  for (const load of Object.keys(BODIES) as Load[]) await measure(load)
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function measure(load: Load): Promise<void> {
  const results = new Map<string, number[]>()
  const note = (name: string, perSecond: number) =>
    results.set(name, [...(results.get(name) ?? []), perSecond])
  for (let round = 0; round < rounds; round++) {
    note('SQLite', await run(load, join(folder, `${load}-${round}.sqlite`), 1))
    for (const writers of [1, 2, 4]) {
      const name = `${load}_${writers}_${round}`
      await server.query(`create database ${name} template template0 locale 'C'`)
      const url = `postgres://tests@127.0.0.1:${server.port}/${name}`
      note(`PostgreSQL, ${writers} ${writers === 1 ? 'writer' : 'writers'}`, await run(load, url, writers))
      await server.query(`drop database ${name} with (force)`)
    }
  }
  const sqlite = median(results.get('SQLite') ?? [])
  for (const [name, perSecond] of results) {
    const rate = median(perSecond)
    console.log(
      `${load}: ${name}: ${rate.toFixed(0)} events a second, ${(rate / sqlite).toFixed(2)} of SQLite`,
    )
  }
}

/** Stores and counts the events with so many writers, each with its own threads. */
async function run(load: Load, place: string, count: number): Promise<number> {
  const isPostgres = place.startsWith('postgres:')
  const store = await openStore({ place })
  const writers = await Promise.all(
    Array.from({ length: count }, () =>
      startWriter({
        file: isPostgres ? join(folder, 'none.sqlite') : place,
        ...(isPostgres ? { postgresUrl: place } : {}),
        pressure: () => undefined,
      }),
    ),
  )
  try {
    const startedAt = performance.now()
    await send(load, writers)
    while (writers.some((writer) => writer.foldLagMs() > 0) || (await countJournal(place)) > 0)
      await pause(20)
    return (events / (performance.now() - startedAt)) * 1000
  } finally {
    await Promise.all(writers.map((writer) => writer.close()))
    await store.close()
  }
}

async function send(load: Load, writers: Writer[]): Promise<void> {
  let left = events
  const sender = async (_: unknown, number: number) => {
    const writer = writers[number % writers.length]
    while (left-- > 0) {
      const body = encoder.encode(BODIES[load]())
      const result = await writer?.submit({ projectId: 1, keyId: 1, receivedAt: Date.now(), body })
      if (result?.status !== 200) throw new Error(`Cannot trust the run: ${JSON.stringify(result)}`)
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, sender))
}

async function countJournal(place: string): Promise<number> {
  if (!place.startsWith('postgres:')) return 0
  const [row] = await server.query('select count(*) from journal', place.split('/').at(-1))
  return Number(row?.count)
}
