import type { NormalizedSpan } from '#server/processing/span.ts'
import { randomHex, seededRandom } from './seeded-random.ts'

export interface PerformanceLoad {
  /** When the newest begins. */
  now: number
  days: number
  routes: number
  /** Transactions of each route in an hour; of the third three times as many. */
  anHour: number
  /** Milliseconds since the epoch: from then on the third route takes three times as long. */
  slowerSince?: number
}

const HOUR_MS = 3_600_000
const NAMES = ['GET /', 'GET /items/:id', 'POST /checkout', 'GET /search', 'GET /cart/:id', 'GET /account']
const TABLES = ['item', 'cart', 'price', 'customer']

/**
 * Transactions of a shop, oldest first, an hour at a time: a server's with queries, and the browser's page loads and
 * navigations with their vitals. Durations spread as those of servers do, the later routes slower.
 */
export function* performanceLoad(load: PerformanceLoad): Generator<NormalizedSpan[]> {
  const { now, days, routes, anHour, slowerSince = Number.POSITIVE_INFINITY } = load
  const random = seededRandom(7)
  const lastHour = Math.floor(now / HOUR_MS)
  for (let hour = lastHour - days * 24 + 1; hour <= lastHour; hour++) {
    const spans: NormalizedSpan[] = []
    for (let route = 0; route < routes; route++) {
      for (let index = 0; index < anHour * (route === 2 ? 3 : 1); index++) {
        const time = hour * HOUR_MS + random() * (hour === lastHour ? now % HOUR_MS : HOUR_MS)
        const factor = route === 2 && time >= slowerSince ? 3 : 1
        spans.push(...transaction({ route, time, factor, random }))
      }
    }
    yield spans
  }
}

interface Making {
  route: number
  time: number
  factor: number
  random: () => number
}

function transaction({ route, time, factor, random }: Making): NormalizedSpan[] {
  const isBrowser = route % 5 === 4
  const millis = (20 + 8 * (route % 20)) * factor * Math.exp((random() + random() + random() - 1.5) * 1.2)
  const isNavigation = isBrowser && random() < 0.5
  const name = NAMES[route] ?? `GET /part/${route}`
  const vitals = {
    lcp: { value: millis * 12, unit: 'millisecond' },
    cls: { value: random() * 0.14, unit: '' },
    ttfb: { value: millis, unit: 'millisecond' },
    inp: { value: 40 + random() * 220, unit: 'millisecond' },
  }
  const segment: NormalizedSpan = {
    traceId: randomHex(random, 32),
    spanId: randomHex(random, 16),
    parentSpanId: null,
    segmentId: null,
    isSegment: true,
    eventId: null,
    op: isNavigation ? 'navigation' : isBrowser ? 'pageload' : 'http.server',
    name: isBrowser ? name.replace('GET ', '') : name,
    side: isBrowser ? 'browser' : 'server',
    status: random() < (route === 2 ? 0.06 : 0.004) ? 'internal_error' : 'ok',
    startUs: Math.round(time * 1_000),
    durationUs: Math.round(millis * 1_000),
    release: 'shop@1.4.2',
    environment: 'production',
    data: isNavigation ? { prefetch: random() < 0.7 ? 'fresh' : random() < 0.4 ? 'stale' : 'missed' } : {},
    measurements: isBrowser && !isNavigation ? vitals : null,
  }
  const table = TABLES[route % TABLES.length] ?? 'item'
  const query: NormalizedSpan = {
    ...segment,
    spanId: randomHex(random, 16),
    parentSpanId: segment.spanId,
    segmentId: segment.spanId,
    isSegment: false,
    op: 'db',
    name: `select id, name from ${table} where shop_id = $1 and ${table}_id = ${Math.floor(random() * 900)}`,
    startUs: segment.startUs + Math.round(millis * 200),
    durationUs: Math.round(millis * 450),
    data: {},
    measurements: null,
  }
  return isBrowser ? [segment] : [segment, query]
}
