import {
  aCheckIn,
  aFeedback,
  aggregatedSessions,
  aLogContainer,
  aMetricContainer,
  aSession,
  aUserReport,
} from '#tests/support/builders/sample-records.ts'
import { aTransaction, type SampleItem, TRACE_ID } from '#tests/support/builders/sample-traces.ts'
import { randomHex } from '#tests/support/fill/seeded-random.ts'
import { aMinifiedError } from '#tests/support/source-maps/uploaded-maps.ts'

/** When a batch arrives, and where its numbers come from. */
export interface Moment {
  /** Milliseconds since the epoch. */
  now: number
  random: () => number
}

const PLACES = [
  'loadCart',
  'pay',
  'search',
  'renderList',
  'signIn',
  'sendMail',
  'readStock',
  'ship',
  'refund',
]
const RELEASES = ['shop@1.4.0', 'shop@1.4.1', 'shop@1.5.0', '9f8e7d6c5b4a39281706f5e4d3c2b1a098765432']
const ENVIRONMENTS = ['production', 'staging', undefined]
const ROUTES = ['GET /cart/:id', 'GET /items/:id', 'POST /checkout', 'GET /']

/** Picks one of a list; the first ones more often. */
export function pick<One>({ random }: Moment, list: readonly One[]): One {
  const one = list[Math.floor(random() ** 2 * list.length)]
  if (one === undefined && list.length === 0) throw new Error('Cannot pick: the list is empty')
  return one as One // an index below the length
}

function at({ now, random }: Moment): number {
  return now / 1_000 - Math.floor(random() * 90)
}

/** An error of one of nine issues, by one of sixty users or by nobody who is known. */
export function anError(moment: Moment, more: Record<string, unknown> = {}): SampleItem {
  const { random } = moment
  const place = pick(moment, PLACES)
  const user = Math.floor(random() * 60)
  const number = Math.floor(random() * 1_000)
  const frame = { function: place, filename: `/srv/shop/${place}.js`, lineno: number, in_app: true }
  const payload = {
    event_id: randomHex(random, 32),
    timestamp: at(moment),
    platform: 'node',
    level: random() < 0.1 ? 'fatal' : 'error',
    environment: pick(moment, ENVIRONMENTS),
    release: random() < 0.9 ? pick(moment, RELEASES) : undefined,
    transaction: pick(moment, ROUTES),
    user: user < 50 ? { id: `user-${user}`, ip_address: `203.0.113.${user}` } : undefined,
    tags: { shard: String(number % 7), locale: number % 2 ? 'de' : 'en' },
    request: { url: `https://shop.example/cart/${number}` },
    contexts: {
      trace: { trace_id: randomHex(random, 32), span_id: randomHex(random, 16) },
      browser: { name: 'Chrome', version: `14${number % 3}` },
      os: { name: 'Linux' },
    },
    exception: {
      values: [
        {
          type: 'TypeError',
          value: `${place} has no price for ${number}`,
          mechanism: { type: 'generic', handled: random() < 0.8 },
          stacktrace: { frames: [frame] },
        },
      ],
    },
    ...more,
  }
  return { type: 'event', payload }
}

/** An error that names digests of ours; those with the same first half are of one fault. */
export function anErrorWithDigest(moment: Moment): SampleItem {
  const digest = `K7Q2MX-${randomHex(moment.random, 6).toUpperCase()}` // the digits of hex are among a digest's own
  return anError(moment, { tags: { digest } })
}

/** An error of a script whose source maps are uploaded during the day. */
export function anErrorOfScript(moment: Moment, column: number): SampleItem {
  const event_id = randomHex(moment.random, 32)
  return { type: 'event', payload: aMinifiedError({ column, event_id, timestamp: at(moment) }) }
}

/** A page with three queries below it. */
export function aRequest(moment: Moment): SampleItem {
  const { random } = moment
  const [start, traceId] = [at(moment), randomHex(random, 32)]
  const root = randomHex(random, 16)
  const transaction = aTransaction([], {
    event_id: randomHex(random, 32),
    transaction: pick(moment, ROUTES),
    environment: pick(moment, ENVIRONMENTS),
    release: pick(moment, RELEASES),
    start_timestamp: start,
    timestamp: start + 0.1 + random(),
    contexts: {
      trace: {
        trace_id: traceId,
        span_id: root,
        op: 'http.server',
        status: random() < 0.1 ? 'internal_error' : 'ok',
      },
    },
    spans: [1, 2, 3].map((index) => ({
      trace_id: traceId,
      span_id: randomHex(random, 16),
      parent_span_id: root,
      op: 'db',
      description: `select * from table_${Math.floor(random() * 3)} where id = $1`,
      start_timestamp: start + index / 100,
      timestamp: start + index / 100 + random() / 50,
      status: 'ok',
    })),
  })
  return transaction
}

export function someLogs(moment: Moment): SampleItem {
  const bodies = Array.from({ length: 3 }, () => `cart ${Math.floor(moment.random() * 1_000)} is empty`)
  return aLogContainer(bodies, {
    timestamp: at(moment),
    level: pick(moment, ['info', 'warn', 'error']),
    trace_id: randomHex(moment.random, 32),
  })
}

export function someMetrics(moment: Moment): SampleItem {
  const value = Math.floor(moment.random() * 100)
  const timestamp = at(moment)
  return aMetricContainer([
    { timestamp, name: 'orders' },
    { timestamp, name: 'queue', type: 'gauge', value },
  ])
}

/** What an abnormal session says of itself: every third one says nothing. */
const ANRS = ['anr_foreground', 'anr_background', undefined] as const

/** A session that begins and, mostly, is told of again when it ends: by the same number, thirty each hour. */
export function aSessionOf(moment: Moment): SampleItem {
  const { now, random } = moment
  const number = Math.floor(random() * 30)
  const hour = Math.floor(now / 3_600_000)
  const status = pick(moment, ['exited', 'ok', 'crashed', 'abnormal'])
  return aSession({
    sid: (hour * 100 + number).toString(16).padStart(32, '0'),
    init: status === 'ok',
    seq: now + Math.floor(random() * 1_000),
    status,
    ...(status === 'abnormal' && { abnormal_mechanism: ANRS[number % 3] }),
    errors: random() < 0.2 ? 1 : 0,
    did: `user-${number}`,
    started: new Date(hour * 3_600_000).toISOString(),
    timestamp: new Date(now).toISOString(),
    attrs: { release: pick(moment, RELEASES), environment: pick(moment, ['production', 'staging']) },
  })
}

export function sessionCounts(moment: Moment): SampleItem {
  const started = new Date(moment.now - 600_000).toISOString()
  const exited = 1 + Math.floor(moment.random() * 9)
  return aggregatedSessions({
    aggregates: [{ started, exited, errored: 1 }],
    attrs: { release: pick(moment, RELEASES), environment: 'production' },
  })
}

export function aRun(moment: Moment): SampleItem {
  const { now, random } = moment
  const number = Math.floor(now / 3_600_000)
  return aCheckIn({
    check_in_id: number.toString(16).padStart(32, '0'),
    monitor_slug: pick(moment, ['nightly-report', 'hourly-import']),
    status: pick(moment, ['in_progress', 'ok', 'error']),
    duration: random() < 0.5 ? 12 : undefined,
  })
}

export function someFeedback(moment: Moment): SampleItem[] {
  const { random } = moment
  const feedback = aFeedback({ associated_event_id: randomHex(random, 32) })
  const payload = { ...(feedback.payload as object), event_id: randomHex(random, 32), timestamp: at(moment) } // ours
  return [{ ...feedback, payload }, aUserReport({ event_id: randomHex(random, 32) })]
}

export function aClientReport({ now, random }: Moment): SampleItem {
  const quantity = 1 + Math.floor(random() * 5)
  const discarded_events = [{ reason: 'sample_rate', category: 'error', quantity }]
  return { type: 'client_report', payload: { timestamp: now / 1_000, discarded_events } }
}

/** What nobody can store: an item of a type that is not supported, one that cannot be read. */
export function refusedItems(): SampleItem[] {
  return [
    { type: 'replay_event', payload: {} },
    { type: 'log', payload: { items: [{ trace_id: TRACE_ID }] } },
    { type: 'check_in', payload: 'not a check-in' },
  ]
}
