import { appendFileSync, mkdirSync, statfsSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openPool } from '#server/store/postgres/connections/pool.ts'
import { createRetentionJobs } from '#server/store/postgres/jobs/retention-jobs.ts'
import { startJobs } from '#server/store/postgres/jobs/start-jobs.ts'
import { openPostgresStore } from '#server/store/postgres/postgres.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { startWriter, type Writer } from '#server/writer/writer.ts'
import { startDesk } from '#tests/support/desk/desk-process.ts'
import { signInForCookie } from '#tests/support/desk/sign-in-for-cookie.ts'
import { readLogShares } from '#tests/support/postgres/large/log-shares.ts'
import { multiply } from '#tests/support/postgres/large/multiply.ts'
import { awaitCounts, sendEvents } from '#tests/support/postgres/large/send-load.ts'
import { serverProcessorMs } from '#tests/support/postgres/large/server-costs.ts'
import { createOwnServer } from '#tests/support/postgres/own-server.ts'
import { changeAndTell } from '#tests/support/postgres/servers/change-and-tell.ts'
import { summarize } from '#tests/support/store/durations.ts'

/**
 * PostgreSQL with ten million events there: what the writer and the server take for an event, how far counting is behind at
 * half of that load, what the pages take, and retention. A hundredth to a tenth is stored by the writer, and multiplied on
 * the server. It takes 2 kB of disk an event, and half an hour. On Linux.
 * `npm run bench -- postgres-large [events] [measured events]`
 */
const [events = 10_000_000, measured = 20_000] = process.argv.slice(2).map(Number)
const DATABASE = 'large'
const DAYS = 30
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const stored = Math.min(100_000, Math.ceil(events / 10))
const times = Math.round(events / stored)
const stepHours = Math.max(1, Math.floor((DAYS * 24) / times))
const LOAD_SECONDS = 30
const RETENTION_SECONDS = 30
const PAGE_ROUNDS = 30
/** A page that is slow is asked for fewer times. */
const PAGE_SECONDS = 20
const BYTES_AN_EVENT = 2_500
/** The sample has about 10,000 events, because `tablesample` takes this divided by the number of events as a percentage. */
const SAMPLED = 1_000_000

const MOST_SERVER_MICROS = 200
const MOST_LOG_BYTES = 2_000
const MOST_SPACE_RATIO = 1.3
const MOST_LAG_MS = 1_000
const PAGE_P95_MS = 50

const folder = await mkdtemp(join(tmpdir(), 'crumbtrail-large-'))
const serverFolder = join(folder, 'server')
const server = await createOwnServer(serverFolder)
const url = `postgres://tests@127.0.0.1:${server.port}/${DATABASE}`
const startedAt = performance.now()
let isMissed = false
requireSpace()
settle('fsync = off\nfull_page_writes = off\nautovacuum = off')
await server.start()
try {
  const ofSqlite = await measureSqliteBytes()
  await fill(ofSqlite)
  await server.stop()
  settle('fsync = on\nfull_page_writes = on\nautovacuum = on')
  await server.start()
  const rate = await measureWriter()
  await measureLag(rate / 2)
  await measurePages()
  await measureRetention()
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
if (isMissed) process.exitCode = 1

function requireSpace(): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < events * BYTES_AN_EVENT)
    throw new Error('Cannot run bench: the disk has too little room')
}

/** Adds to the server's settings, for its next start; the last one counts. */
function settle(settings: string): void {
  const always = 'shared_buffers = 1GB\nmax_wal_size = 2GB\nwork_mem = 16MB'
  appendFileSync(join(serverFolder, 'data', 'postgresql.conf'), `\n${always}\n${settings}\n`)
}

/** Bytes of an event in SQLite's file: of those that come when there are some already. */
async function measureSqliteBytes(): Promise<number> {
  const file = join(folder, 'desk.sqlite')
  const store = await openSqliteStore({ file })
  const writer = await startWriter({ file, pressure: () => undefined })
  const sizes: number[] = []
  for (let turn = 0; turn < 2; turn++) {
    await sendEvents(writer, { kind: 'mix', events: measured / 2, withLogs: true })
    await store.write((trx) =>
      trx
        .updateTable('project')
        .set(({ ref }) => ({ name: ref('name') }))
        .execute(),
    )
    sizes.push(statSync(file).size + (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0))
  }
  await writer.close()
  await store.close()
  const [first = 0, second = 0] = sizes
  return (second - first) / (measured / 2)
}

async function fill(ofSqlite: number): Promise<void> {
  await server.query(`create database ${DATABASE} template template0 locale 'C'`)
  await (await openPostgresStore({ url })).close()
  const begin = Date.now() - times * stepHours * HOUR_MS
  const arrivalOf = (share: number) => Math.floor(begin + share * stepHours * HOUR_MS)
  await withWriter((writer) => sendEvents(writer, { kind: 'mix', events: stored, withLogs: true, arrivalOf }))
  note(`${stored} events stored by the writer`)
  await multiply(server, {
    database: DATABASE,
    times,
    stepHours,
    onTable: (table, rows) => note(`${table}: ${rows} rows`),
  })
  await server.query('vacuum (analyze)', DATABASE)
  await server.query('create extension pg_walinspect', DATABASE)
  await noteSizes()
  const [row] = await server.query('select pg_database_size(current_database()) as bytes', DATABASE)
  const perEvent = Number(row?.bytes) / (stored * times)
  const isMet = perEvent <= ofSqlite * MOST_SPACE_RATIO
  say(
    isMet,
    `${Math.round(perEvent)} bytes an event on the disk, ${(perEvent / ofSqlite).toFixed(2)} times SQLite's ${Math.round(ofSqlite)}`,
  )
}

async function noteSizes(): Promise<void> {
  const rows = await server.query(
    `select relname as name, pg_table_size(oid) as own, pg_indexes_size(oid) as indexes from pg_class
    where relkind = 'r' order by pg_total_relation_size(oid) desc limit 8`,
    DATABASE,
  )
  const perEvent = (bytes: unknown) => Math.round(Number(bytes) / (stored * times))
  const sizes = rows.map(
    ({ name, own, indexes }) => `${name} ${perEvent(own)} + ${perEvent(indexes)} of indexes`,
  )
  note(`bytes an event: ${sizes.join(', ')}`)
}

async function withWriter<Result>(use: (writer: Writer) => Promise<Result>): Promise<Result> {
  const writer = await startWriter({
    file: join(folder, 'none.sqlite'),
    postgresUrl: url,
    pressure: () => undefined,
  })
  try {
    const result = await use(writer)
    await awaitCounts(server, DATABASE, writer)
    return result
  } finally {
    await writer.close()
  }
}

/** Events a second, from the queue to the last count: of errors, and of a mix, with pages written whole and without. */
async function measureWriter(): Promise<number> {
  let rateOfMix = 0
  for (const isWhole of [true, false]) {
    await server.query(`alter system set full_page_writes = ${isWhole ? 'on' : 'off'}`)
    await server.query('select pg_reload_conf()')
    await server.query('checkpoint')
    for (const kind of ['errors', 'mix'] as const) {
      const { rate, serverMicros, ownMicros, logBytes, shares } = await withWriter(async (writer) => {
        await sendEvents(writer, { kind, events: measured / 4 }) // what the server reads first from the disk
        await awaitCounts(server, DATABASE, writer)
        const before = await readCosts()
        await sendEvents(writer, { kind, events: measured })
        await awaitCounts(server, DATABASE, writer)
        const after = await readCosts()
        return {
          rate: (measured / (after.at - before.at)) * 1_000,
          serverMicros: ((after.serverMs - before.serverMs) * 1_000) / measured,
          ownMicros: (after.ownMicros - before.ownMicros) / measured,
          logBytes: (after.logBytes - before.logBytes) / measured,
          shares: isWhole
            ? undefined
            : await readLogShares(server, DATABASE, [before.logPlace, after.logPlace]),
        }
      })
      if (kind === 'mix' && isWhole) rateOfMix = rate
      const isMet = serverMicros <= MOST_SERVER_MICROS && (isWhole || logBytes <= MOST_LOG_BYTES)
      const figures = `${Math.round(rate)} events a second, ${Math.round(serverMicros)} µs of the server, ${Math.round(ownMicros)} µs here, ${Math.round(logBytes)} bytes of log an event`
      say(isMet, `${kind}, ${isWhole ? 'with' : 'without'} full-page images: ${figures}`)
      if (shares) noteShares(shares)
    }
  }
  await server.query('alter system reset full_page_writes')
  await server.query('select pg_reload_conf()')
  return rateOfMix
}

function noteShares(shares: ReadonlyMap<string, number>): void {
  const figures = Array.from(shares, ([share, bytes]) => `${share} ${Math.round(bytes / measured)}`)
  note(`bytes of it: ${figures.join(', ')}`)
}

async function readCosts() {
  const { user, system } = process.cpuUsage()
  const [row] = await server.query(
    "select place::text, place - '0/0' as bytes from pg_current_wal_lsn() as place",
  )
  return {
    at: performance.now(),
    serverMs: serverProcessorMs(serverFolder),
    ownMicros: user + system,
    logPlace: String(row?.place),
    logBytes: Number(row?.bytes),
  }
}

async function measureLag(rate: number): Promise<void> {
  const lags: number[] = []
  await withWriter(async (writer) => {
    let isSending = true
    const sending = sendEvents(writer, { kind: 'mix', events: Math.ceil(rate * LOAD_SECONDS), rate }).finally(
      () => {
        isSending = false
      },
    )
    while (isSending) {
      await pause(25)
      lags.push(writer.foldLagMs())
    }
    await sending
  })
  const { p50, p99, longest } = summarize(lags)
  const figures = `p50 ${Math.round(p50)} ms, p99 ${Math.round(p99)} ms, longest ${Math.round(longest)} ms`
  say(p99 <= MOST_LAG_MS, `counting is behind at ${Math.round(rate)} events a second by ${figures}`)
}

async function measurePages(): Promise<void> {
  const dataDir = join(folder, 'desk')
  mkdirSync(dataDir)
  const env = { DATABASE_URL: url, TELEMETRY_ADAPTER: 'console', TELEMETRY_TRACES_PER_SECOND: '0' }
  const desk = await startDesk({ dataDir, env, readyWithinMs: 120_000 })
  const client = new pg.Client(url)
  await client.connect()
  try {
    const cookie = await signInForCookie(desk)
    const { rows } = await client.query<{ issue: string; event: string; trace: string }>(
      `select issue_id as issue, event_id as event, coalesce((select trace_id from span_part where id >= event.id order by id limit 1), (select max(trace_id) from span_part)) as trace from event
      tablesample system (${Math.min(100, SAMPLED / events)}) where trace_id is not null order by md5(event_id) limit ${PAGE_ROUNDS}`,
    )
    const pages: Record<string, (row: (typeof rows)[number]) => string> = {
      issues: () => '/issues',
      'issues by events': () => '/issues?sort=freq',
      'issues of 14 days': () => '/issues?statsPeriod=14d',
      'search for a tag': () => '/issues?query=is%3Aunresolved+browser.name%3AFirefox',
      'search for words': () => '/issues?query=is%3Aunresolved+payments',
      issue: ({ issue }) => `/issues/${issue}`,
      event: ({ issue, event }) => `/issues/${issue}/events/${event}`,
      logs: () => '/logs',
      'logs with words': () => '/logs?query=payment&statsPeriod=14d',
      traces: () => '/traces',
      'slow traces': () => '/traces?sort=slowest&statsPeriod=14d',
      trace: ({ trace }) => `/traces/${trace}`,
      performance: () => '/performance',
      releases: () => '/releases',
      usage: () => '/usage',
    }
    for (const [name, pathOf] of Object.entries(pages)) {
      const took: number[] = []
      const untilMs = performance.now() + PAGE_SECONDS * 1_000
      for (const row of rows) {
        if (performance.now() > untilMs && took.length > 1) break
        await changeAndTell(desk, client)
        const begunAt = performance.now()
        const answer = await fetch(desk.url + pathOf(row), { headers: { cookie } })
        await answer.text()
        took.push(performance.now() - begunAt)
        if (answer.status !== 200)
          throw new Error(
            `Cannot trust the run: ${pathOf(row)} answered ${answer.status}\n${desk.output().slice(-2_000)}`,
          )
      }
      const [first = 0, ...others] = took
      const { p50, p95 } = summarize(others)
      say(
        p95 <= PAGE_P95_MS,
        `page: ${name}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, first ${first.toFixed(1)} ms`,
      )
    }
  } finally {
    await client.end()
    await desk.stop()
  }
}

/** Deletes the oldest day for a while: there are no partitions to drop (docs/decisions/0161-retention-without-partitions.md). */
async function measureRetention(): Promise<void> {
  const pool = openPool(url, { max: 1, pipeline: true })
  try {
    await server.query('delete from job', DATABASE)
    const jobs = createRetentionJobs(DAYS - 1).filter(({ name }) => name === 'expire rows')
    let now = Date.now()
    const runner = startJobs(pool, jobs, { clock: () => now, processId: 'bench' })
    const count = async () =>
      Number(
        (
          await server.query(
            `select count(*) as n from event where received_at < ${now - (DAYS - 1) * DAY_MS}`,
            DATABASE,
          )
        )[0]?.n,
      )
    const old = await count()
    const [begunAt, before] = [performance.now(), serverProcessorMs(serverFolder)]
    const slices: number[] = []
    for (let isDue = true; isDue && performance.now() - begunAt < RETENTION_SECONDS * 1_000; ) {
      const sliceAt = performance.now()
      await runner.runOnce()
      slices.push(performance.now() - sliceAt)
      now += 100
      isDue = (await pool.query('select from job where due_at <= $1', [now + 100])).rowCount === 1
    }
    const [ms, serverMs] = [performance.now() - begunAt, serverProcessorMs(serverFolder) - before]
    const deleted = old - (await count())
    const { p50, longest } = summarize(slices)
    const speed = `${Math.round((deleted / ms) * 1_000)} a second without the pauses, ${Math.round((serverMs * 1_000) / Math.max(1, deleted))} µs of the server each`
    note(
      `retention: ${deleted} of ${old} old events in ${slices.length} slices, ${speed}, slices ${p50.toFixed(0)} ms, longest ${longest.toFixed(0)} ms`,
    )
    await runner.close()
  } finally {
    await pool.end()
  }
}

function note(text: string): void {
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  console.log(`      ${text} (after ${seconds} s)`)
}

function say(isMet: boolean, text: string): void {
  if (!isMet) isMissed = true
  console.log(`${isMet ? 'ok  ' : 'MISS'}  ${text}`)
}
