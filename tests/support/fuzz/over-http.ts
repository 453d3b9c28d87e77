import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import { databaseFile } from '../../../server/data-dir.ts'
import { type DeskProcess, removeData, startDesk } from '../desk-process.ts'
import { openEventStore } from '../event-store.ts'
import { type Sample, sampleOf } from './corpus.ts'
import { mutate } from './mutate.ts'
import { createDice, type Dice } from './random.ts'

export interface HttpReport {
  requests: number
  statuses: Record<string, number>
  /** What the desk counted, which is what a store in this process counts of the same bodies. */
  outcomes: Record<string, number>
}

const AT_ONCE = 16
/** All that may be answered: above all no 500, and nothing unanswered. */
const EXPECTED: ReadonlySet<number> = new Set([200, 400, 403, 413, 415])
const LONGEST_MS = 30_000

/** Sends broken bodies to a desk of its own, and compares what it counted with what should have come of them. */
export async function fuzzOverHttp(seed: number, requests: number): Promise<HttpReport> {
  const desk = await startDesk()
  try {
    const dice = createDice(seed)
    const cases = Array.from({ length: requests }, (_, number) =>
      toCase(mutate(sampleOf(number), dice), dice),
    )
    const { id, dsn } = JSON.parse(await desk.cli('project', 'add', 'Fuzz', '--json'))
    const answers = await sendAll(cases, { origin: desk.url, project: id, key: new URL(dsn).username })
    const health = await fetch(`${desk.url}/healthz`)
    if (health.status !== 200)
      throw new Error(`Cannot go on: the desk answers ${health.status}\n${desk.output()}`)
    const code = await desk.stop()
    if (code !== 0) throw new Error(`Cannot trust the desk: it ended with code ${code}\n${desk.output()}`)
    const outcomes = readOutcomes(desk, id)
    compare(outcomes, await replay(cases.filter((_, index) => isTaken(answers[index]))), desk)
    const statuses: Record<string, number> = {}
    for (const status of answers) statuses[status] = (statuses[status] ?? 0) + 1
    return { requests, statuses, outcomes }
  } finally {
    await desk.stop('SIGKILL')
    await removeData(desk)
  }
}

interface Case {
  sample: Sample
  headers: Record<string, string>
  body: Uint8Array<ArrayBuffer>
}

/** A few are packed, and of these a few wrongly: then nobody can read what was in them. */
function toCase(sample: Sample, dice: Dice): Case {
  const contentType = sample.hints?.contentType
  const headers = contentType === undefined ? {} : { 'content-type': contentType }
  if (!dice.oneIn(4)) return { sample, headers, body: sample.body }
  const packed = new Uint8Array(gzipSync(sample.body))
  return { sample, headers: { ...headers, 'content-encoding': 'gzip' }, body: packed }
}

interface Target {
  origin: string
  project: number
  key: string
}

/** Sixteen at a time, as from as many SDKs. */
async function sendAll(cases: readonly Case[], target: Target): Promise<number[]> {
  const answers: number[] = []
  let next = 0
  const sendInTurn = async () => {
    for (let index = next++; index < cases.length; index = next++) {
      const { sample, headers, body } = cases[index] as Case // below the length
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
  await Promise.all(Array.from({ length: AT_ONCE }, sendInTurn))
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
}

function addressOf({ format, hints }: Sample, { origin, project, key }: Target): string {
  const query = new URLSearchParams({ sentry_key: key, ...hints?.query })
  return `${origin}/api/${project}/${PATHS[format]}/?${query}`
}

/** A refused sender is nobody, whose items are not counted. */
function isTaken(status: number | undefined): boolean {
  return status !== 403
}

async function replay(cases: readonly Case[]): Promise<Record<string, number>> {
  const store = await openEventStore(Date.now)
  try {
    for (const { sample } of cases) {
      store.writeBatch([{ ...sample, projectId: 1, keyId: 1, receivedAt: Date.now() }], [])
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
