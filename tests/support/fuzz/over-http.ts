import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { databaseFile } from '#server/config/data-dir.ts'
import { addProject } from '#tests/support/desk/add-project.ts'
import { type DeskProcess, removeData, startDesk } from '#tests/support/desk/desk-process.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'
import { type Sample, sampleOf } from './corpus.ts'
import { floodedSample } from './flood-strings.ts'
import { mutate } from './mutate.ts'
import { createDice } from './random.ts'
import type { ProbeReport } from './stall-probe.ts'

export interface HttpReport {
  requests: number
  statuses: Record<string, number>
  /** What the desk counted, which is what a store in this process counts of the same bodies. */
  outcomes: Record<string, number>
  /** How long events of another project waited meanwhile, beside whole bodies, and beside one hostile body at a time. */
  neighbour: { beside: ProbeReport; besideWhole: ProbeReport; besideSingle: ProbeReport }
}

const AT_ONCE = 16
const PROBE_EVERY_MS = 20
/** Of all requests, so many are sent whole before, to see what the load alone does to the other project. */
const WHOLE_SHARE = 1 / 10
/** And so many with a text made against parsers, each after the answer to the one before: what a single body can hold up. */
const SINGLE_SHARE = 1 / 5
/** All that may be answered: above all no 500, and nothing unanswered. */
const EXPECTED: ReadonlySet<number> = new Set([200, 400, 403, 413, 415])
const LONGEST_MS = 30_000
const REPLAYED_AT_ONCE = 64

/** Sends broken bodies to a desk of its own, and compares what it counted with what should have come of them. */
export async function fuzzOverHttp(seed: number, requests: number): Promise<HttpReport> {
  const desk = await startDesk({ env: { TELEMETRY_ADAPTER: 'none' } })
  try {
    const target = await addTarget(desk, 'Fuzz')
    const neighbour = await addTarget(desk, 'Neighbour')
    const whole = await addTarget(desk, 'Whole')
    const wholeRequests = Math.ceil(requests * WHOLE_SHARE)
    const besideWhole = await probeWhile(neighbour, 1, () =>
      sendAll(wholeRequests, (number) => toCase(sampleOf(number), seed + number), whole),
    )
    const single = await addTarget(desk, 'Single')
    const besideSingle = await probeWhile(neighbour, 3, () =>
      sendAll(Math.ceil(requests * SINGLE_SHARE), (number) => hostileCase(number, seed), single, 1),
    )
    const beside = await probeWhile(neighbour, 2, () =>
      sendAll(requests, (number) => caseOf(number, seed), target),
    )
    await checkEnd(desk)
    const outcomes = readOutcomes(desk, target.project)
    compare(outcomes, await replay(beside.result, seed), desk)
    const statuses: Record<string, number> = {}
    for (const status of beside.result) statuses[status] = (statuses[status] ?? 0) + 1
    return {
      requests,
      statuses,
      outcomes,
      neighbour: { beside: beside.probe, besideWhole: besideWhole.probe, besideSingle: besideSingle.probe },
    }
  } finally {
    await desk.stop('SIGKILL')
    await removeData(desk)
  }
}

async function addTarget(desk: DeskProcess, name: string): Promise<Target> {
  const { id, dsn } = await addProject(desk, name)
  return { origin: desk.url, project: id, key: new URL(dsn).username }
}

/** It still answers, and ends in order. */
async function checkEnd(desk: DeskProcess): Promise<void> {
  const health = await fetch(`${desk.url}/healthz`)
  if (health.status !== 200)
    throw new Error(`Cannot go on: the desk answers ${health.status}\n${desk.output()}`)
  const code = await desk.stop()
  if (code !== 0) throw new Error(`Cannot trust the desk: it ended with code ${code}\n${desk.output()}`)
}

/** Runs the load with another project's sender beside it. */
async function probeWhile<Result>(
  target: Target,
  series: number,
  load: () => Promise<Result>,
): Promise<{ result: Result; probe: ProbeReport }> {
  const address = addressOf({ format: 'envelope' }, target)
  const worker = new Worker(new URL('./stall-probe.ts', import.meta.url), {
    workerData: { address, everyMs: PROBE_EVERY_MS, series },
    execArgv: [],
  })
  const report = new Promise<ProbeReport>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  const result = await load()
  worker.postMessage('done')
  return { result, probe: await report }
}

interface Case {
  sample: Sample
  headers: Record<string, string>
  body: Uint8Array<ArrayBuffer>
}

/** By turns one that is broken at random, and one with a text made against parsers in the next place that has a text. */
function caseOf(number: number, seed: number): Case {
  const sample =
    number % 2 === 0
      ? mutate(sampleOf(number), createDice(seed + number))
      : floodedSample(Math.floor(number / 2), seed)
  return toCase(sample, seed - number)
}

function hostileCase(number: number, seed: number): Case {
  return toCase(floodedSample(number, seed), seed - number)
}

/** A few are packed. */
function toCase(sample: Sample, seed: number): Case {
  const contentType = sample.hints?.contentType
  const headers = contentType === undefined ? {} : { 'content-type': contentType }
  if (!createDice(seed).oneIn(4)) return { sample, headers, body: sample.body }
  const packed = new Uint8Array(gzipSync(sample.body))
  return { sample, headers: { ...headers, 'content-encoding': 'gzip' }, body: packed }
}

interface Target {
  origin: string
  project: number
  key: string
}

/** Sixteen at a time unless told otherwise, as from as many SDKs. Gives the answers' statuses. */
async function sendAll(
  count: number,
  caseAt: (number: number) => Case,
  target: Target,
  atOnce = AT_ONCE,
): Promise<number[]> {
  const answers: number[] = []
  let next = 0
  const sendInTurn = async () => {
    for (let index = next++; index < count; index = next++) {
      const { sample, headers, body } = caseAt(index)
      const response = await fetch(addressOf(sample, target), {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(LONGEST_MS),
      })
      await response.arrayBuffer()
      if (!EXPECTED.has(response.status)) {
        throw new Error(`Cannot accept answer ${response.status} to case ${index}, ${sample.name}`)
      }
      answers[index] = response.status
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendInTurn))
  return answers
}

const PATHS: Record<Sample['format'], string> = {
  envelope: 'envelope',
  store: 'store',
  security: 'security',
  nel: 'nel',
  minidump: 'minidump',
  check_in: 'cron/nightly',
  otlp_traces: 'otlp/v1/traces',
  otlp_logs: 'otlp/v1/logs',
  otlp_metrics: 'otlp/v1/metrics',
}

function addressOf(
  { format, hints }: Pick<Sample, 'format' | 'hints'>,
  { origin, project, key }: Target,
): string {
  const query = new URLSearchParams({ sentry_key: key, ...hints?.query })
  return `${origin}/api/${project}/${PATHS[format]}/?${query}`
}

/** Stores in this process what was taken. A refused sender is nobody, whose items are not counted. */
async function replay(answers: readonly number[], seed: number): Promise<Record<string, number>> {
  const store = await openEventStore(Date.now)
  const numbers = [...answers.keys()].filter((number) => answers[number] !== 403)
  try {
    for (let from = 0; from < numbers.length; from += REPLAYED_AT_ONCE) {
      const batch = numbers
        .slice(from, from + REPLAYED_AT_ONCE)
        .map((number) => ({ ...caseOf(number, seed).sample, projectId: 1, keyId: 1, receivedAt: Date.now() }))
      store.writeBatch(batch, [])
    }
    return sumOutcomes(store.connection, 1)
  } finally {
    await store.close()
  }
}

function readOutcomes(desk: DeskProcess, projectId: number): Record<string, number> {
  const database = new DatabaseSync(databaseFile(desk.dataDir), { readOnly: true })
  try {
    const check = database.prepare('pragma integrity_check').get()
    if (check?.integrity_check !== 'ok')
      throw new Error(`Cannot trust the database: ${JSON.stringify(check)}`)
    return sumOutcomes(database, projectId)
  } finally {
    database.close()
  }
}

/** `error accepted` and the like. */
function sumOutcomes(database: DatabaseSync, projectId: number): Record<string, number> {
  const rows = database
    .prepare(
      `select category || ' ' || outcome as name, sum(quantity) as quantity
       from outcome where project_id = ? group by 1 order by 1`,
    )
    .all(projectId)
  return Object.fromEntries(rows.map(({ name, quantity }) => [String(name), Number(quantity)]))
}

function compare(counted: Record<string, number>, expected: Record<string, number>, desk: DeskProcess): void {
  const names = [...new Set([...Object.keys(counted), ...Object.keys(expected)])]
  const wrong = names.filter((name) => counted[name] !== expected[name])
  if (wrong.length === 0) return
  const lines = wrong.map((name) => `${name}: ${counted[name]} instead of ${expected[name]}`)
  throw new Error(`Cannot account for all outcomes:\n${lines.join('\n')}\n${desk.output()}`)
}
