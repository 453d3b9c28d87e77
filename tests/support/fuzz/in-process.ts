import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { processSubmission } from '#server/processing/pipeline/process.ts'
import { parseItemCounts } from '#server/protocol/item-counts.ts'
import { defaultProjectSettings, type ProjectSettings } from '#server/protocol/project-settings.ts'
import { cpuMs } from '#tests/support/run/cpu-time.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'
import { type Sample, sampleOf } from './corpus.ts'
import { countsOf, expectedCounts } from './expected-counts.ts'
import { floodedSample } from './flood-strings.ts'
import { mutate } from './mutate.ts'
import { createDice } from './random.ts'

export interface InProcessReport {
  cases: number
  slowestMs: number
  /** Of the heap after collecting garbage, from a tenth of the run to its end. */
  grownBytes: number
  statuses: Record<string, number>
  storedEvents: number
}

const RECEIVED_AT = 1_790_000_100_000
const BATCH = 64
const LONGEST_MS = 100
/** From here on it is done again: what is slow once may have been interrupted, a hang hangs three times. */
const SUSPICIOUS_MS = 10
const MOST_GROWN_BYTES = 32 * 1_024 * 1_024

/** All that can be switched on, for every other case. */
const STRICT: ProjectSettings = {
  ...defaultProjectSettings,
  filters: {
    browserExtensions: true,
    legacyBrowsers: true,
    localhost: true,
    webCrawlers: true,
    errorMessages: ['*price*', '?*?*lock*x'],
    releases: ['shop-web@1.4.1', 'shop@*'],
  },
  scrubbing: { emailAddresses: true, ipAddresses: true, extraNames: ['c*t'], exemptNames: ['session*'] },
}

/** Breaks samples by a seed, processes and stores them, and stops at the first that is not dealt with as promised. */
export async function fuzzInProcess(seed: number, cases: number): Promise<InProcessReport> {
  const dice = createDice(seed)
  const store = await openEventStore(() => RECEIVED_AT)
  const statuses: Record<string, number> = {}
  let slowestMs = 0
  let heapBytes = 0
  try {
    for (let number = 0; number < cases; ) {
      if (number >= cases / 10 && heapBytes === 0) heapBytes = usedHeapBytes()
      const batch = Array.from({ length: Math.min(BATCH, cases - number) }, () =>
        number++ % 2 === 0 ? mutate(sampleOf(number), dice) : floodedSample(number >> 1, seed),
      )
      for (const sample of batch) slowestMs = Math.max(slowestMs, checkProcessing(sample))
      const arrived = batch.map((sample) => ({ ...sample, projectId: 1, keyId: 1, receivedAt: RECEIVED_AT }))
      const { results, failure } = store.writeBatch(arrived, [])
      if (failure !== undefined) throw new Error(`Cannot store cases below ${number}: ${failure}`)
      for (const { status } of results) statuses[status] = (statuses[status] ?? 0) + 1
    }
    const [check] = store.connection.prepare('pragma integrity_check').all()
    if (check?.integrity_check !== 'ok')
      throw new Error(`Cannot trust the database: ${JSON.stringify(check)}`)
    if ('polluted' in {}) throw new Error('Cannot go on: a prototype was changed')
    const stored = store.connection.prepare('select count(*) as events from event').get()
    const grownBytes = usedHeapBytes() - heapBytes
    if (grownBytes > MOST_GROWN_BYTES)
      throw new Error(`Cannot go on: the heap has grown by ${grownBytes} bytes`)
    return { cases, slowestMs, grownBytes, statuses, storedEvents: Number(stored?.events) }
  } finally {
    await store.close()
  }
}

/** Gives the milliseconds of this thread that it took. */
function checkProcessing(sample: Sample): number {
  let ids = 0
  const settings = sample.body.length % 2 === 0 ? defaultProjectSettings : STRICT
  const newEventId = () => (++ids).toString(16).padStart(32, 'e')
  const context = { receivedAt: RECEIVED_AT, newEventId, settings }
  let fastestMs = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 3 && fastestMs > SUSPICIOUS_MS; attempt++) {
    const startedAt = cpuMs()
    parseItemCounts(sample)
    const processed = processSubmission(sample, context)
    fastestMs = Math.min(fastestMs, cpuMs() - startedAt)
    if (attempt === 0) checkCounts(sample, countsOf(processed))
  }
  if (fastestMs > LONGEST_MS) throw new Error(`Cannot process in ${LONGEST_MS} ms: ${describe(sample)}`)
  return fastestMs
}

/** Each item is in exactly one outcome: as many of its category come out as went in. */
function checkCounts(sample: Sample, counts: Record<string, number>): void {
  const total = Object.values(counts).reduce((sum, quantity) => sum + quantity, 0)
  if (sample.format !== 'envelope') {
    // A request of OTLP may hold nothing.
    if (total < 1 && !sample.format.startsWith('otlp'))
      throw new Error(`Cannot find an outcome: ${describe(sample)}`)
    return
  }
  const expected = expectedCounts(sample)
  for (const category of new Set([...Object.keys(counts), ...Object.keys(expected)])) {
    const { from, to } = expected[category] ?? { from: 0, to: 0 }
    const count = counts[category] ?? 0
    if (count >= from && count <= to) continue
    throw new Error(
      `Cannot account for ${category}: ${count} instead of ${from} to ${to}: ${describe(sample)}`,
    )
  }
}

function describe({ name, body }: Sample): string {
  return `${name} ${JSON.stringify(Buffer.from(body).toString('latin1').slice(0, 4_000))}`
}

function usedHeapBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') {
    collect()
    collect()
  }
  return process.memoryUsage().heapUsed
}
