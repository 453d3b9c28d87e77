import { HOUR_MS, MINUTE_MS } from '#server/protocol/time.ts'
import { type DemoArrival, type DemoItem, toAttributes } from '../envelope.ts'

const HOSTS = ['shop-1', 'shop-2', 'shop-3'] as const
const CURRENCIES = ['EUR', 'USD', 'PLN', 'JPY'] as const
const MEGABYTE = 1_000_000

interface MeasuredRequest {
  at: number
  /** How long it took. */
  ms: number
  api: string
  release: string
  environment: string
  traceId: string
  spanId: string
  hasFailed: boolean
}

interface Point {
  at: number
  name: string
  type: 'counter' | 'gauge' | 'distribution'
  value: number
  unit?: string
  attributes: Record<string, string | number>
  trace_id?: string
  span_id?: string
}

/** What the shop measures of a request: its duration, and the order if there is one. Each value leads to its trace. */
export function requestMetrics({
  at,
  ms,
  api,
  hasFailed,
  traceId,
  spanId,
  ...of
}: MeasuredRequest): DemoItem {
  const [method = '', route = ''] = api.split(' ')
  // The trace's id is as good as chance: the same visit has the same numbers.
  const digits = Number.parseInt(traceId.slice(0, 6), 16)
  const trace = { trace_id: traceId, span_id: spanId }
  const shared = {
    'sentry.release': of.release,
    'sentry.environment': of.environment,
    'resource.service.name': 'shop-api',
    'server.address': HOSTS[digits % HOSTS.length] ?? HOSTS[0],
  }
  const status = hasFailed ? 500 : 200
  const request = { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status }
  const duration: Point = {
    ...{ at, name: 'http.server.request.duration', type: 'distribution', value: Math.round(ms), unit: 'ms' },
    ...{ ...trace, attributes: { ...shared, ...request } },
  }
  const order: Point = {
    ...{ at, name: 'shop.orders', type: 'counter', value: 1, unit: '{order}', ...trace },
    attributes: { ...shared, currency: CURRENCIES[(digits % 7) % CURRENCIES.length] ?? CURRENCIES[0] },
  }
  return container([duration, ...(method === 'POST' && !hasFailed ? [order] : [])])
}

interface Hour {
  start: number
  now: number
  /** How busy it is: 1 on average. */
  weight: number
  daysAgo: number
}

/** What each server of the shop measures of itself, every five minutes on the last day, and every hour before. */
export function gaugeArrival({ start, now, weight, daysAgo }: Hour): DemoArrival {
  const step = daysAgo < 1.1 ? 5 * MINUTE_MS : HOUR_MS
  const points: Point[] = []
  for (let at = start; at < Math.min(start + HOUR_MS, now); at += step) {
    for (const [index, host] of HOSTS.entries()) {
      const wave = Math.sin(at / (37 * MINUTE_MS) + index * 2)
      const attributes = {
        'sentry.environment': 'production',
        'resource.service.name': 'shop-api',
        'server.address': host,
      }
      const used = Math.max(1, Math.round(8 * weight + 3 * wave))
      const memory = Math.round((410 + index * 35 + 60 * weight + 24 * wave) * MEGABYTE)
      points.push(
        {
          at,
          name: 'db.client.connection.count',
          type: 'gauge',
          value: used,
          unit: '{connection}',
          attributes,
        },
        { at, name: 'process.memory.usage', type: 'gauge', value: memory, unit: 'By', attributes },
      )
    }
  }
  return { at: Math.min(start + HOUR_MS - 1, now - 1), items: [container(points)] }
}

function container(points: readonly Point[]): DemoItem {
  const items = points.map(({ at, attributes, ...point }) => ({
    ...point,
    timestamp: at / 1_000,
    attributes: toAttributes(attributes),
  }))
  const content_type = 'application/vnd.sentry.items.trace-metric+json'
  return { type: 'trace_metric', headers: { item_count: items.length, content_type }, payload: { items } }
}
