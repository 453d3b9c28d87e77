import { existsSync, mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { databaseFile } from '#server/config/data-dir.ts'
import { payloadUrlOf } from '#server/hosting/payload.ts'
import { openPostgresStore } from '#server/store/postgres/postgres.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { type DeskProcess, startDesk } from '#tests/support/desk/desk-process.ts'
import { signInForCookie } from '#tests/support/desk/sign-in-for-cookie.ts'
import { fillScale } from '#tests/support/fill/fill-scale.ts'
import { median } from '#tests/support/fill/ingest-load.ts'
import { type Sample, takeSamples } from '#tests/support/fill/scale-queries.ts'
import { seededRandom } from '#tests/support/fill/seeded-random.ts'
import { copyStore } from '#tests/support/postgres/copy-store.ts'
import { createOwnServer } from '#tests/support/postgres/own-server.ts'
import { changeAndTell } from '#tests/support/postgres/servers/change-and-tell.ts'
import { startFarServer } from '#tests/support/postgres/servers/far-server.ts'

/**
 * Milliseconds of a request for pages and their payloads, one at a time and with nothing remembered, in turns: of a desk on
 * SQLite, of one on PostgreSQL beside it, and of one with a millisecond more to the server. That one also tells how many
 * times a page waits for the server in a row. A directory that is named is filled once and used again.
 * `npm run bench -- pages-postgres [rounds] [events] [directory] [part of a page's name]`
 */
const [rounds = 30, events = 40_000] = process.argv.slice(2, 4).map(Number)
const kept = process.argv[4]
const wanted = process.argv[5] ?? ''
const ISSUES = 2_000
const AWAY_MS = 1
/** Connections prepare their statements, and PostgreSQL plans each five times anew. */
const WARM_ROUNDS = 15
const READY_WITHIN_MS = 120_000
const MOST_RATIO = 2
const MOST_WAITS = 5
const TARGET = 'issues'

const PAGES: Record<string, (sample: Sample) => string> = {
  [TARGET]: () => '/issues',
  'issues, 14 days': () => '/issues?statsPeriod=14d',
  'issues, a tag': () => '/issues?query=is%3Aunresolved+browser.name%3AFirefox',
  issue: ({ issueId }) => `/issues/${issueId}`,
  event: ({ issueId, eventId }) => `/issues/${issueId}/events/${eventId}`,
  traces: () => '/traces',
  trace: ({ traceId }) => `/traces/${traceId}`,
  logs: () => '/logs',
  performance: () => '/performance',
  releases: () => '/releases',
  projects: () => '/projects',
}

interface Asked {
  name: string
  desk: DeskProcess
  cookie: string
  /** Writes something from another process, and waits until the desk has heard of it, so that it remembers nothing. */
  change: () => Promise<void>
}

const folder = await mkdtemp(join(tmpdir(), 'crumbtrail-pages-'))
const dataDir = kept ?? join(folder, 'sqlite')
const server = await createOwnServer(join(folder, 'server'))
await server.start()
const far = await startFarServer(server.port, AWAY_MS)
const urlOf = (port: number) => `postgres://tests@127.0.0.1:${port}/desk`
const client = new pg.Client(urlOf(server.port))
const closing: (() => unknown)[] = []
try {
  await fill()
  const samples = await sample()
  await client.connect()
  closing.push(() => client.end())
  const asked = [
    await openOnSqlite(),
    await openOnPostgres('PostgreSQL', server.port),
    await openOnPostgres('1 ms away', far.port),
  ]
  const roundTripMs = await measureRoundTrips()
  let isMissed = false
  for (const [name, pathOf] of Object.entries(PAGES)) {
    if (!name.includes(wanted)) continue
    for (const kind of ['page', 'payload']) {
      const addressOf = (one: Sample) => (kind === 'page' ? pathOf(one) : payloadUrlOf(pathOf(one)))
      const [sqlite = 0, beside = 0, away = 0] = await measure(asked, samples.map(addressOf))
      const [ratio, waits] = [beside / sqlite, (away - beside) / roundTripMs]
      const isMet = name !== TARGET || (ratio <= MOST_RATIO && Math.round(waits) <= MOST_WAITS)
      if (!isMet) isMissed = true
      const figures = `SQLite ${ms(sqlite)}, PostgreSQL ${ms(beside)} (${ratio.toFixed(2)} times), 1 ms away ${ms(away)}`
      console.log(
        `${isMet ? 'ok  ' : 'MISS'}  ${`${name}, ${kind}`.padEnd(26)}  ${figures}, ${waits.toFixed(1)} waits in a row`,
      )
    }
  }
  if (isMissed) process.exitCode = 1
} finally {
  for (const close of closing) await close()
  await far.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function fill(): Promise<void> {
  const file = databaseFile(dataDir)
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    await fillScale({ file, events, issues: ISSUES, now: Date.now() })
  }
  await server.query("create database desk template template0 locale 'C'")
  const prepare = async () => (await openPostgresStore({ url: urlOf(server.port) })).close()
  await prepare()
  await copyStore(file, urlOf(server.port))
  await prepare() // it indexes the texts of the issues
  await server.query('vacuum analyze', 'desk') // or the server does while pages are measured
  console.log('the same data is on both engines')
}

async function sample(): Promise<Sample[]> {
  const store = await openSqliteStore({ file: databaseFile(dataDir) })
  try {
    return await takeSamples(store, 5, seededRandom(11))
  } finally {
    await store.close()
  }
}

async function open(
  name: string,
  dataDir: string,
  env: Record<string, string>,
): Promise<Omit<Asked, 'change'>> {
  const desk = await startDesk({
    dataDir,
    env: { ...env, TELEMETRY_ADAPTER: 'console', TELEMETRY_TRACES_PER_SECOND: '0' },
    readyWithinMs: READY_WITHIN_MS,
  })
  closing.unshift(() => desk.stop())
  return { name, desk, cookie: await signInForCookie(desk) }
}

async function openOnSqlite(): Promise<Asked> {
  const asked = await open('SQLite', dataDir, {})
  const database = new DatabaseSync(databaseFile(dataDir), { timeout: 10_000 })
  closing.unshift(() => database.close())
  return { ...asked, change: async () => database.exec('update project set name = name') }
}

async function openOnPostgres(name: string, port: number): Promise<Asked> {
  const asked = await open(name, join(folder, name.replaceAll(' ', '-')), { DATABASE_URL: urlOf(port) })
  return {
    ...asked,
    change: () => changeAndTell(asked.desk, client),
  }
}

/** The median of each, over all addresses. */
async function measure(asked: readonly Asked[], addresses: readonly string[]): Promise<number[]> {
  const times = asked.map((): number[] => [])
  for (let round = 0; round < WARM_ROUNDS + rounds; round++) {
    for (const index of asked.keys()) {
      const turn = (index + round) % asked.length
      const one = asked[turn]
      if (one === undefined) continue
      await one.change()
      const tookMs = await request(one, addresses[round % addresses.length] ?? '')
      if (round >= WARM_ROUNDS) times[turn]?.push(tookMs)
    }
  }
  return times.map(median)
}

async function request({ name, desk, cookie }: Asked, path: string): Promise<number> {
  const startedAt = performance.now()
  const answer = await fetch(desk.url + path, { headers: { cookie } })
  await answer.text()
  if (answer.status !== 200)
    throw new Error(
      `Cannot trust the run: ${path} of ${name} answered ${answer.status}\n${desk.output().slice(-2_000)}`,
    )
  return performance.now() - startedAt
}

/** Gives how many milliseconds longer a round trip takes to the server that is away. */
async function measureRoundTrips(): Promise<number> {
  const [beside = 0, away = 0] = await Promise.all([server.port, far.port].map(measureRoundTrip))
  console.log(`a round trip beside the server ${ms(beside)}, away from it ${ms(away)}`)
  return away - beside
}

async function measureRoundTrip(port: number): Promise<number> {
  const one = new pg.Client(urlOf(port))
  await one.connect()
  const times: number[] = []
  for (let turn = 0; turn < 300; turn++) {
    const startedAt = performance.now()
    await one.query('select 1')
    times.push(performance.now() - startedAt)
  }
  await one.end()
  return median(times)
}

function ms(duration: number): string {
  return `${duration.toFixed(2)} ms`
}
