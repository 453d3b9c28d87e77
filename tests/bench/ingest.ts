import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type autocannon from 'autocannon'
import {
  bodyBytes,
  failuresOf,
  type Kind,
  type Load,
  median,
  perSecondOf,
  sendLoad,
} from '#tests/support/fill/ingest-load.ts'
import { startChildServer } from '#tests/support/servers/child-server.ts'

/**
 * Durable, processed events a second with the whole pipeline on, beside a bare Fastify that only reads the same
 * bodies, beside Spotlight, which keeps them in memory, and beside the least that a durable store of JSON must do: they
 * take turns in one run, since what else the machine does changes by the minute. An event is an error of 8 KB or a
 * transaction with twenty spans.
 * `node tests/bench/ingest.ts [rounds] [seconds]`
 */
const [rounds = 3, seconds = 4] = process.argv.slice(2).map(Number)
/** V8 still compiles what it finds to be hot after that. */
const WARM_SECONDS = 8

const directory = mkdtempSync(join(tmpdir(), 'crumbtrail-bench-'))
const file = join(directory, 'bench.sqlite')
const servers = {
  ours: await startChildServer('ingest-server.ts', [file]),
  floor: await startChildServer('floor-server.ts', [join(directory, 'floor.sqlite')]),
  bare: await startChildServer('bare-server.ts'),
  spotlight: await startChildServer('spotlight-server.ts'),
}
const names = ['ours', 'floor', 'bare', 'spotlight'] as const

try {
  for (const name of names)
    await sendLoad(servers[name], { kind: 'mix', connections: 50, seconds: WARM_SECONDS })
  for (const kind of ['errors', 'transactions', 'mix'] as const) await compare(kind)
  for (const connections of [200, 1_000]) await showOurs({ kind: 'mix', connections, seconds })
  await showOurs({ kind: 'mix', connections: 50, seconds, projects: 10 })
  await servers.ours.stop()
  checkCounters()
} finally {
  for (const name of names) await servers[name].stop()
  rmSync(directory, { recursive: true })
}

async function compare(kind: Kind): Promise<void> {
  const runs = {
    ours: [] as autocannon.Result[],
    floor: [] as autocannon.Result[],
    bare: [] as autocannon.Result[],
    spotlight: [] as autocannon.Result[],
  }
  const before = readSize()
  for (let round = 0; round < rounds; round++) {
    for (const name of names)
      runs[name].push(await sendLoad(servers[name], { kind, connections: 50, seconds }))
  }
  const after = readSize()
  // Each round's were side by side, so it is their ratio that is true.
  const ratioTo = (other: 'floor' | 'bare' | 'spotlight') =>
    median(runs.ours.map((run, round) => perSecondOf(run) / perSecondOf(runs[other][round] ?? run)))
  const bytes = Math.round((after.bytes - before.bytes) / (after.events - before.events))
  console.log(
    `\n${kind}, 50 connections: ${ratioTo('floor').toFixed(2)} of the floor, ${ratioTo('bare').toFixed(3)} of bare, ${ratioTo('spotlight').toFixed(1)} times Spotlight, ${bytes} bytes of file an event`,
  )
  console.table(Object.fromEntries(names.map((name) => [name, row(runs[name])])))
}

async function showOurs(load: Load): Promise<void> {
  const runs: autocannon.Result[] = []
  for (let round = 0; round < rounds; round++) runs.push(await sendLoad(servers.ours, load))
  const { connections, projects = 1 } = load
  console.log(`\n${load.kind}, ${connections} connections, ${projects} project${projects === 1 ? '' : 's'}`)
  console.table({ ours: row(runs) })
}

function row(runs: autocannon.Result[]) {
  const latency = (pick: (run: autocannon.Result) => number) => median(runs.map(pick))
  return {
    'per second': Math.round(median(runs.map(perSecondOf))),
    best: Math.round(Math.max(...runs.map(perSecondOf))),
    'p50 ms': latency((run) => run.latency.p50),
    'p99 ms': latency((run) => run.latency.p99),
    failed: runs.reduce((sum, run) => sum + failuresOf(run), 0),
  }
}

/** Errors and transactions; the log is not among the bytes, since it does not grow with what is stored. */
function readSize(): { events: number; bytes: number } {
  const { events, bytes } = query(`
    select (select count(*) from event) + (select count(*) from segment) as events,
      (select (page_count - freelist_count) * page_size
       from pragma_page_count, pragma_freelist_count, pragma_page_size) as bytes`)
  return { events: Number(events), bytes: Number(bytes) }
}

/** What the counters say must be what the rows say. */
function checkCounters(): void {
  const { errors, issues, hours, spans, accepted } = query(`
    select (select count(*) from event) as errors, (select sum(event_count) from issue) as issues,
      (select sum(event_count) from issue_hour) as hours, (select sum(span_count) from span_part) as spans,
      (select sum(quantity) from outcome where outcome = 'accepted' and category in ('error', 'span')) as accepted`)
  if (errors !== issues || errors !== hours || Number(errors) + Number(spans) !== accepted) {
    throw new Error(`Cannot trust the run: ${JSON.stringify({ errors, issues, hours, spans, accepted })}`)
  }
  console.log(
    `\n${errors} errors of ${bodyBytes.errors} bytes and ${spans} spans of transactions of ${bodyBytes.transactions} bytes: counters agree`,
  )
}

function query(sql: string) {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return db.prepare(sql).get() ?? {}
  } finally {
    db.close()
  }
}
