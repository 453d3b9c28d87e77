import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openStore } from '#server/store/open-store.ts'
import { requestFold } from '#server/store/postgres/journal/fold-requests.ts'
import { startWriter, type Writer } from '#server/writer/writer.ts'
import { sampleEnvelope } from '#tests/support/builders/sample-events.ts'
import { median, nextBody } from '#tests/support/fill/ingest-load.ts'
import { createOwnServer } from '#tests/support/postgres/own-server.ts'
import { startServerTimer } from '#tests/support/postgres/servers/server-time.ts'
import { anEventId } from '#tests/support/store/event-store.ts'

/**
 * Events a second from the queue to the last count: SQLite's writer, and one, two and four writers on one PostgreSQL, in
 * turns, on a disk that is waited for; and what an event takes of the processors, in our threads and in the server's
 * processes, which is the same while others use the machine. `hot` sends all events to one issue. A run begins with 2,000
 * events that do not count: until the code is compiled and statements are planned, an event takes twice as long, and a run
 * of 2,000 events also waited a third of its time for the last fold.
 * `node tests/bench/postgres.ts [rounds] [events] [load]`
 */
const [rounds = 3, events = 10_000] = process.argv.slice(2, 4).map(Number)
const [, , , , onlyLoad] = process.argv
const WARM_UP = 2_000
const IN_FLIGHT = 512
const encoder = new TextEncoder()
let sent = 0

const BODIES = {
  errors: () => nextBody('errors'),
  mix: () => nextBody('mix'),
  hot: () => sampleEnvelope(1, anEventId(++sent + 2 ** 41)),
}
type Load = keyof typeof BODIES

interface Measured {
  perSecond: number
  /** Microseconds of processor time an event. */
  ourUs: number
  serverUs: number
}

const folder = await mkdtemp(join(tmpdir(), 'crumbtrail-postgres-'))
const server = await createOwnServer(join(folder, 'server'))
await server.start()
try {
  for (const load of Object.keys(BODIES) as Load[]) {
    if (onlyLoad === undefined || onlyLoad === load) await measure(load)
  }
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function measure(load: Load): Promise<void> {
  const results = new Map<string, Measured[]>()
  const note = (name: string, measured: Measured) =>
    results.set(name, [...(results.get(name) ?? []), measured])
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
  const medianOf = (all: Measured[], of: keyof Measured) => median(all.map((each) => each[of]))
  const sqlite = medianOf(results.get('SQLite') ?? [], 'perSecond')
  for (const [name, all] of results) {
    const rate = medianOf(all, 'perSecond')
    const [ours, servers] = [medianOf(all, 'ourUs'), medianOf(all, 'serverUs')]
    console.log(
      `${load}: ${name}: ${rate.toFixed(0)} events a second, ${(rate / sqlite).toFixed(2)} of SQLite; ` +
        `${ours.toFixed(0)} µs of our threads and ${servers.toFixed(0)} µs of the server an event`,
    )
  }
}

/** Stores and counts the events with so many writers, each with its own threads. */
async function run(load: Load, place: string, count: number): Promise<Measured> {
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
    await storeAll(makeBodies(load, WARM_UP), writers, place)
    const bodies = makeBodies(load, events) // not the writers' work
    const [ours, serverUs] = [process.cpuUsage(), await startServerTimer(server)]
    const startedAt = performance.now()
    await storeAll(bodies, writers, place)
    const tookMs = performance.now() - startedAt
    const { user, system } = process.cpuUsage(ours)
    return {
      perSecond: (events / tookMs) * 1000,
      ourUs: (user + system) / events,
      serverUs: (await serverUs()) / events,
    }
  } finally {
    await Promise.all(writers.map((writer) => writer.close()))
    await store.close()
  }
}

function makeBodies(load: Load, quantity: number): Uint8Array[] {
  return Array.from({ length: quantity }, () => encoder.encode(BODIES[load]()))
}

/** Resolves when all are counted. It ends the folders' last rest, in which no processor works. */
async function storeAll(bodies: Uint8Array[], writers: Writer[], place: string): Promise<void> {
  const left = bodies.values()
  const sender = async (_: unknown, number: number) => {
    const writer = writers[number % writers.length]
    for (const body of left) {
      const result = await writer?.submit({ projectId: 1, keyId: 1, receivedAt: Date.now(), body })
      if (result?.status !== 200) throw new Error(`Cannot trust the run: ${JSON.stringify(result)}`)
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, sender))
  while (writers.some((writer) => writer.foldLagMs() > 0) || (await countJournal(place)) > 0) {
    requestFold()
    await pause(20)
  }
}

async function countJournal(place: string): Promise<number> {
  if (!place.startsWith('postgres:')) return 0
  const [row] = await server.query('select count(*) from journal', place.split('/').at(-1))
  return Number(row?.count)
}
