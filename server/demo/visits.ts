import type { Chance } from './chance.ts'
import type { Customer } from './customers.ts'
import type { DemoItem } from './envelope.ts'

export interface DemoVisit {
  at: number
  release: string
  environment: string
  traceId: string
  /** Of the server's request: an error of it hangs there. */
  serverSpanId: string
  /** Slower since 2.5.0. */
  isSlow: boolean
  hasFailed: boolean
  customer: Customer | undefined
}

const ROUTES = [
  { route: '/', api: 'GET /api/home', ms: 120, queries: ['select * from banner where is_active'] },
  {
    route: '/products/:id',
    api: 'GET /api/products/{id}',
    ms: 160,
    queries: ['select * from product where id = $1', 'select * from review where product_id = $1 limit 20'],
  },
  {
    route: '/cart',
    api: 'GET /api/cart',
    ms: 90,
    queries: ['select * from cart_item where cart_id = $1', 'select * from product where id = any($1)'],
  },
  {
    route: '/search',
    api: 'GET /api/search',
    ms: 260,
    queries: ['select id, title from product where title_words @@ plainto_tsquery($1)'],
  },
  {
    route: '/checkout',
    api: 'POST /api/orders',
    ms: 420,
    queries: [
      'select id, stock from product where id = any($1) for update',
      'insert into "order" (customer_id, total) values ($1, $2) returning id',
      'update product set stock = stock - $1 where id = $2',
    ],
  },
] as const

export type DemoRoute = (typeof ROUTES)[number]

export function pickRoute(chance: Chance): DemoRoute {
  return chance.pick<DemoRoute>(ROUTES)
}

/** The route that an error's transaction is about, by its page or its request. */
export function routeOf(transaction: string): DemoRoute | undefined {
  const path = pathOf(transaction)
  return ROUTES.find(({ route, api }) => route === path || pathOf(api) === path)
}

/** `/api/orders` of `POST /api/orders`. */
function pathOf(name: string): string {
  return name.slice(name.indexOf('/'))
}

/** A page that was loaded, and the request behind it: two transactions of one trace. */
export function visitItems(
  chance: Chance,
  visit: DemoVisit,
  route: DemoRoute,
): { browser: DemoItem; server: DemoItem; pageSpanId: string; serverEndsAt: number; serverMs: number } {
  const factor = (0.6 + chance.next() * 0.9 + (chance.isHit(0.04) ? 3 : 0)) * (visit.isSlow ? 1.9 : 1)
  const serverMs = route.ms * factor
  const [pageSpan, fetchSpan] = [chance.hex(16), chance.hex(16)]
  const startedAt = visit.at - serverMs * 2.4
  const fetchAt = startedAt + serverMs * 0.5
  const serverAt = fetchAt + chance.between(12, 40)
  const vitals = vitalsOf(chance, serverMs)
  const browser = transaction(visit, {
    platform: 'javascript',
    name: route.route,
    span: { spanId: pageSpan, op: 'pageload' },
    from: startedAt,
    to: visit.at,
    measurements: vitals,
    spans: [
      { op: 'browser.request', name: 'document', at: startedAt, ms: serverMs * 0.3 },
      {
        op: 'resource.script',
        name: '/assets/entry.js',
        at: startedAt + serverMs * 0.3,
        ms: serverMs * 0.25,
      },
      { op: 'http.client', name: route.api, at: fetchAt, ms: serverMs + 60, spanId: fetchSpan },
      { op: 'ui.react.render', name: 'hydrate', at: fetchAt + serverMs + 65, ms: serverMs * 0.2 },
    ],
  })
  const server = transaction(visit, {
    platform: 'node',
    name: route.api,
    span: { spanId: visit.serverSpanId, parentSpanId: fetchSpan, op: 'http.server' },
    from: serverAt,
    to: serverAt + serverMs,
    spans: [
      { op: 'middleware', name: 'session', at: serverAt + 1, ms: serverMs * 0.06 },
      ...route.queries.map((name, index) => ({
        op: 'db',
        name,
        at: serverAt + serverMs * (0.1 + 0.25 * index),
        ms: serverMs * (0.14 + chance.next() * 0.1),
        data: { 'db.system': 'postgresql' },
      })),
      ...(route.route === '/checkout'
        ? [
            {
              op: 'http.client',
              name: 'POST https://payments.example/v2/charges',
              at: serverAt + serverMs * 0.7,
              ms: serverMs * 0.28,
            },
          ]
        : []),
    ],
  })
  return { browser, server, pageSpanId: pageSpan, serverEndsAt: serverAt + serverMs, serverMs }

  function transaction(
    { traceId, release, environment, hasFailed, customer }: DemoVisit,
    given: {
      platform: string
      name: string
      span: { spanId: string; parentSpanId?: string; op: string }
      from: number
      to: number
      measurements?: Record<string, { value: number; unit: string }>
      spans: {
        op: string
        name: string
        at: number
        ms: number
        spanId?: string
        data?: Record<string, string>
      }[]
    },
  ): DemoItem {
    const status = hasFailed && given.platform === 'node' ? 'internal_error' : 'ok'
    const { spanId, parentSpanId, op } = given.span
    const payload = {
      type: 'transaction',
      event_id: chance.hex(32),
      platform: given.platform,
      transaction: given.name,
      transaction_info: { source: 'route' },
      start_timestamp: given.from / 1000,
      timestamp: given.to / 1000,
      release,
      environment,
      ...(customer && { user: { id: customer.id } }),
      contexts: {
        ...(customer && { browser: customer.browser, os: customer.os }),
        trace: {
          trace_id: traceId,
          span_id: spanId,
          ...(parentSpanId !== undefined && { parent_span_id: parentSpanId }),
          op,
          status,
          data: given.platform === 'node' ? { 'http.response.status_code': hasFailed ? 500 : 200 } : {},
        },
      },
      ...(given.measurements && { measurements: given.measurements }),
      spans: given.spans.map((span) => ({
        trace_id: traceId,
        span_id: span.spanId ?? chance.hex(16),
        parent_span_id: spanId,
        op: span.op,
        description: span.name,
        start_timestamp: span.at / 1000,
        timestamp: (span.at + span.ms) / 1000,
        status: 'ok',
        data: span.data ?? {},
      })),
      sdk: {
        name: given.platform === 'node' ? 'sentry.javascript.node' : 'sentry.javascript.react',
        version: '10.78.0',
      },
    }
    return { type: 'transaction', payload }
  }
}

function vitalsOf(chance: Chance, serverMs: number) {
  const ms = (value: number) => ({ value: Math.round(value), unit: 'millisecond' })
  return {
    ttfb: ms(serverMs * 0.4),
    fcp: ms(serverMs * 1.6 + 300),
    lcp: ms(serverMs * 3.4 + 500 + chance.next() * 900),
    inp: ms(40 + chance.next() * 160),
    cls: { value: Math.round(chance.next() * 120) / 1000, unit: '' },
  }
}
