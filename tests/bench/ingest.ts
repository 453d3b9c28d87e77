import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import autocannon from 'autocannon'
import { type ChildServer, startChildServer } from '../support/child-server.ts'
import { sampleEnvelope } from '../support/sample-events.ts'

/**
 * Durable events a second, beside a bare Fastify that only reads the same bodies: the two take turns in one
 * run, since what else the machine does changes by the minute. `node tests/bench/ingest.ts [rounds] [seconds]`
 */
const [rounds = 3, seconds = 5] = process.argv.slice(2).map(Number)
const CONNECTIONS = 50
const ID = '#'.repeat(32)

const templates = Array.from({ length: 500 }, (_, seed) => sampleEnvelope(seed * 37, ID))
const directory = mkdtempSync(join(tmpdir(), 'crumbtrail-bench-'))
const file = join(directory, 'bench.sqlite')
const ours = await startChildServer('ingest-server.ts', [file])
const bare = await startChildServer('bare-server.ts')

let sent = randomBytes(4).readUInt32BE()
const results = { ours: [] as autocannon.Result[], bare: [] as autocannon.Result[] }
try {
  await measure(ours, 2) // warm
  await measure(bare, 1)
  for (let round = 0; round < rounds; round++) {
    results.ours.push(await measure(ours, seconds))
    results.bare.push(await measure(bare, seconds))
  }
  await ours.stop()
  report()
} finally {
  await ours.stop()
  await bare.stop()
  rmSync(directory, { recursive: true })
}

function measure(server: ChildServer, duration: number): Promise<autocannon.Result> {
  return autocannon({
    url: server.url,
    connections: CONNECTIONS,
    duration,
    requests: [
      {
        method: 'POST',
        path: `/api/1/envelope/?sentry_version=7&sentry_key=${server.publicKey}`,
        setupRequest: (request) => ({ ...request, body: nextBody() }),
      },
    ],
  })
}

/** A random start and a counter: sixteen random bytes would cost the sender more than the rest. */
function nextBody(): string {
  sent++
  const half = Math.imul(sent, 2_654_435_761) >>> 0
  const id = half.toString(16).padStart(16, '0') + sent.toString(16).padStart(16, '0')
  return (templates[sent % templates.length] ?? '').replaceAll(ID, id)
}

function report(): void {
  const perSecond = (runs: autocannon.Result[]) => median(runs.map((run) => run['2xx'] / run.duration))
  const failed = results.ours.reduce((sum, run) => sum + run.non2xx + run.errors, 0)
  const ratio = perSecond(results.ours) / perSecond(results.bare)
  console.table({
    'durable ingest': row(results.ours, perSecond(results.ours)),
    'bare Fastify': row(results.bare, perSecond(results.bare)),
  })
  console.log(`ratio ${ratio.toFixed(3)}, failed ${failed}, ${describeStore()}`)
}

function row(runs: autocannon.Result[], perSecond: number) {
  const latency = (pick: (run: autocannon.Result) => number) => median(runs.map(pick))
  return {
    'per second': Math.round(perSecond),
    'p50 ms': latency((run) => run.latency.p50),
    'p99 ms': latency((run) => run.latency.p99),
  }
}

/** What the counters say must be what the rows say. */
function describeStore(): string {
  const db = new DatabaseSync(file, { readOnly: true })
  const { events, counted, bytes } = db
    .prepare(
      `select (select count(*) from event) as events, (select sum(event_count) from issue) as counted,
         (select page_count * page_size from pragma_page_count, pragma_page_size) as bytes`,
    )
    .get() as { events: number; counted: number; bytes: number } // the query's own columns
  db.close()
  if (events !== counted) throw new Error(`Cannot trust the run: ${events} rows, but ${counted} were counted`)
  return `${events} events stored, ${Math.round(bytes / events)} bytes each (${Math.round(templates[0]?.length ?? 0)} sent)`
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
