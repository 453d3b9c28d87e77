import type { DatabaseSync } from 'node:sqlite'
import { withContentHashes } from '#server/processing/items/content-hash.ts'
import { processSubmission } from '#server/processing/pipeline/process.ts'
import type { LogLevel, LogRecord, SessionHealth, StoredRecord } from '#server/processing/record.ts'
import type { CountedOutcome } from '#server/protocol/outcome.ts'
import type { BatchEntry } from '#server/writer/batch/entry.ts'
import { createEntryStore } from '#server/writer/batch/entry-store.ts'
import { createBatchStore } from '#server/writer/batch/store.ts'
import { richEvent } from '#tests/support/builders/rich-event.ts'
import { manySpans } from '#tests/support/builders/timed-traces.ts'
import { performanceLoad } from './fill-performance.ts'
import { randomHex, seededRandom } from './seeded-random.ts'

/** What pages are asked for that no chance would make. All of the second project, `shop-2`. */
export const SCALE_TRACE = '5ca1e000000000000000000000000001'
export const SCALE_LARGE_EVENT = '5ca1e000000000000000000000000002'
export const SCALE_TAGGED_EVENT = '5ca1e000000000000000000000000003'
export const SCALE_ROUTES = 200

const PROJECT = 2
const DAYS = 30
const HOUR_MS = 3_600_000
const LOGS_AN_HOUR = 280
const SPANS_OF_TRACE = 10_000
const MONITORS = 60
const TAGS = 60
const LEVELS: LogLevel[] = ['debug', 'info', 'info', 'info', 'info', 'warn', 'error']
const HEALTHS: SessionHealth[] = ['healthy', 'errored', 'abnormal', 'unhandled', 'crashed']

/** What else a month leaves: spans, logs, sessions, feedback, runs of monitors, and outcomes of every kind. */
export function fillScaleRest(connection: DatabaseSync, attachments: string, now: number): void {
  const store = createEntryStore(createBatchStore(connection, attachments))
  const random = seededRandom(13)
  for (const spans of performanceLoad({ now, days: DAYS, routes: SCALE_ROUTES, anHour: 1 })) {
    const receivedAt = Math.floor(Math.min(now, (spans[0]?.startUs ?? 0) / 1_000))
    const records = [
      ...logsOf(random, receivedAt),
      ...sessionsOf(random, receivedAt),
      ...checkInsOf(random, receivedAt),
      ...feedbackOf(random, receivedAt),
    ]
    store([{ ...anEntry(receivedAt), spans, records, outcomes: outcomesOf(random) }], [])
  }
  for (const { payload } of manySpans(SCALE_TRACE, SPANS_OF_TRACE, now - 60_000)) {
    store([processed(random, payload, now)], [])
  }
  for (const event of [largeEvent(now), ...taggedEvents(random, now)]) {
    store([processed(random, event, now)], [])
  }
}

function anEntry(receivedAt: number): BatchEntry {
  return {
    ...{ projectId: PROJECT, keyId: PROJECT, receivedAt, answer: { status: 200 } },
    ...{ spans: [], records: [], outcomes: [] },
  }
}

function processed(random: () => number, payload: unknown, receivedAt: number): BatchEntry {
  const body = new TextEncoder().encode(JSON.stringify(payload))
  const context = { receivedAt, newEventId: () => randomHex(random, 32) }
  const [first] = processSubmission({ format: 'store', body, hints: {} }, context)
  if (first.event === undefined && first.spans.length === 0) {
    throw new Error(`Cannot fill the store: ${JSON.stringify(first.answer)}`)
  }
  return { ...anEntry(receivedAt), ...first }
}

function logsOf(random: () => number, at: number): LogRecord[] {
  const logs = Array.from({ length: LOGS_AN_HOUR }, () => {
    const order = Math.floor(random() * 100_000)
    return {
      kind: 'log' as const,
      timestampUs: Math.round((at + random() * HOUR_MS) * 1_000),
      level: LEVELS[Math.floor(random() * LEVELS.length)] ?? 'info',
      body: `order ${order} ${random() < 0.1 ? 'waits for its payment' : 'placed'} in ${Math.floor(random() * 900)} ms`,
      ...{ traceId: randomHex(random, 32), spanId: randomHex(random, 16) },
      ...{ release: `shop@1.${Math.floor(random() * 3)}.0`, environment: 'production' },
      attributes: { order, 'http.route': '/checkout' },
    }
  })
  return withContentHashes(logs)
}

function sessionsOf(random: () => number, at: number): StoredRecord[] {
  return [0, 1, 2].map((release) => ({
    ...{ kind: 'session_counts', release: `shop@1.${release}.0`, environment: 'production' },
    counts: Array.from({ length: 40 }, () => ({
      startedAt: at,
      health: HEALTHS[Math.floor(random() ** 6 * HEALTHS.length)] ?? 'healthy',
      quantity: 1 + Math.floor(random() * 20),
      userHash: Math.floor(random() * 50_000),
    })),
  }))
}

/** Each monitor runs by the hour. */
function checkInsOf(random: () => number, at: number): StoredRecord[] {
  return Array.from({ length: MONITORS }, (_, monitor) => ({
    ...{ kind: 'check_in', checkInId: null, newId: randomHex(random, 32), monitorSlug: `job-${monitor}` },
    status: random() < 0.98 ? ('ok' as const) : ('error' as const),
    durationMs: Math.floor(random() * 60_000),
    ...{ timestamp: at, traceId: null, release: null, environment: 'production' },
    monitorConfig: {
      schedule: { type: 'interval', value: 1, unit: 'hour' },
      ...{ checkInMarginMinutes: 5, maxRuntimeMinutes: 30, timezone: null },
      ...{ failureIssueThreshold: null, recoveryThreshold: null },
    },
  }))
}

function feedbackOf(random: () => number, at: number): StoredRecord[] {
  return Array.from({ length: 3 }, (_, index) => ({
    ...{ kind: 'feedback', feedbackId: randomHex(random, 32), eventId: null, timestamp: at + index },
    message: `The basket is empty again, for the ${index + 1}. time. `.repeat(1 + Math.floor(random() * 8)),
    ...{ name: 'Ada', email: 'ada@shop.example', url: 'https://shop.example/cart', source: 'widget' },
    ...{ traceId: null, release: 'shop@1.2.0', environment: 'production' },
  }))
}

const REFUSED: Pick<CountedOutcome, 'category' | 'outcome' | 'reason'>[] = [
  { category: 'error', outcome: 'rate_limited', reason: 'project_quota' },
  { category: 'log_item', outcome: 'rate_limited', reason: 'key_rate' },
  { category: 'error', outcome: 'filtered', reason: 'browser_extension' },
  { category: 'transaction', outcome: 'filtered', reason: 'not_found' },
  { category: 'error', outcome: 'invalid', reason: 'json' },
  { category: 'span', outcome: 'client_discard', reason: 'queue_overflow' },
]

function outcomesOf(random: () => number): CountedOutcome[] {
  return REFUSED.map((refused) => ({ ...refused, quantity: 1 + Math.floor(random() * 50) }))
}

/** As large as what a page is given of an event gets: more is cut (renderer/page/bound-event.ts). */
function largeEvent(now: number) {
  const ids = { traceId: SCALE_TRACE, spanId: '0000000000000001' }
  return {
    ...richEvent(now / 1_000, ids),
    event_id: SCALE_LARGE_EVENT,
    exception: {
      values: [
        {
          ...{ type: 'BasketError', value: `Cannot fill the basket: ${'an item is missing, '.repeat(200)}` },
          stacktrace: {
            frames: Array.from({ length: 120 }, (_, depth) => ({
              ...{ function: `fill${depth}`, filename: `src/basket/part-${depth}.ts`, lineno: depth + 1 },
              ...{
                in_app: depth % 3 === 0,
                context_line: `  return fill${depth + 1}(items, { at: ${depth} })`,
              },
              pre_context: Array.from(
                { length: 5 },
                (_, line) => `  const item${line} = items[${line}] // ${depth}`,
              ),
              post_context: Array.from(
                { length: 5 },
                (_, line) => `  if (item${line}) await put(item${line})`,
              ),
              vars: { depth: String(depth), items: `[${'{"sku":"TR-42"},'.repeat(20)}]` },
            })),
          },
        },
      ],
    },
    breadcrumbs: Array.from({ length: 100 }, (_, index) => ({
      ...{ timestamp: now / 1_000 - 100 + index, category: index % 2 ? 'ui.click' : 'console' },
      message: `crumb ${index} ${'and what it says '.repeat(20)}`,
      data: { index, arguments: Array.from({ length: 10 }, (_, one) => `argument ${one} of ${index}`) },
    })),
    extra: Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [
        `extra-${index}`,
        { list: Array.from({ length: 50 }, String) },
      ]),
    ),
  }
}

/** One issue, of whose sixty tags each has many values. */
function taggedEvents(random: () => number, now: number) {
  return Array.from({ length: 400 }, (_, index) => ({
    ...{ timestamp: now / 1_000, platform: 'javascript', level: 'error', release: 'shop@1.2.0' },
    event_id: index === 0 ? SCALE_TAGGED_EVENT : randomHex(random, 32),
    tags: Object.fromEntries(
      Array.from({ length: TAGS }, (_, tag) => [`facet-${tag}`, `value ${Math.floor(random() ** 3 * 100)}`]),
    ),
    exception: {
      values: [
        {
          ...{ type: 'TaggedError', value: 'Cannot tag the item: it has too many' },
          stacktrace: { frames: [{ function: 'tag', filename: 'src/tag.ts', lineno: 7, in_app: true }] },
        },
      ],
    },
  }))
}
