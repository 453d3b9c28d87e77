import { aSpanId, type SampleItem } from './sample-traces.ts'

export interface TimedSpan {
  number: number
  parent?: number
  op: string
  name: string
  /** Milliseconds since the trace's beginning, by its own clock. */
  at: number
  lasts: number
  status?: string
  data?: Record<string, unknown>
}

interface TimedTransaction extends TimedSpan {
  traceId: string
  /** Milliseconds since the epoch. */
  began: number
  side?: 'browser' | 'server'
  spans?: TimedSpan[]
  more?: Record<string, unknown>
}

/** A transaction with the times that it is given. */
export function aTimedTransaction(options: TimedTransaction): SampleItem {
  const {
    traceId,
    began,
    number,
    parent,
    op,
    name,
    at,
    lasts,
    status = 'ok',
    data = {},
    spans = [],
    more,
  } = options
  const secondsAt = (time: number) => (began + time) / 1_000
  const isBrowser = options.side === 'browser'
  const payload = {
    type: 'transaction',
    event_id: `${traceId.slice(0, 16)}${aSpanId(number)}`,
    platform: isBrowser ? 'javascript' : 'node',
    transaction: name,
    transaction_info: { source: 'route' },
    start_timestamp: secondsAt(at),
    timestamp: secondsAt(at + lasts),
    contexts: {
      trace: {
        trace_id: traceId,
        span_id: aSpanId(number),
        ...(parent !== undefined && { parent_span_id: aSpanId(parent) }),
        ...{ op, status, data },
      },
    },
    spans: spans.map((span) => ({
      trace_id: traceId,
      span_id: aSpanId(span.number),
      parent_span_id: aSpanId(span.parent ?? number),
      op: span.op,
      description: span.name,
      start_timestamp: secondsAt(span.at),
      timestamp: secondsAt(span.at + span.lasts),
      status: span.status ?? 'ok',
      data: span.data ?? {},
    })),
    sdk: { name: isBrowser ? 'sentry.javascript.browser' : 'sentry.javascript.node', version: '10.0.0' },
    environment: 'production',
    release: 'shop@1.4.2',
    ...more,
  }
  return { type: 'transaction', payload }
}

/** As many spans as are asked for, in transactions of five hundred: requests with queries below them. */
export function manySpans(traceId: string, count: number, began: number): SampleItem[] {
  const items: SampleItem[] = []
  for (let first = 1; first <= count; first += SPANS_AN_ITEM) {
    const size = Math.min(SPANS_AN_ITEM, count - first + 1)
    const at = (first - 1) * 2
    items.push(
      aTimedTransaction({
        ...{
          traceId,
          began,
          at,
          number: first,
          op: 'http.server',
          name: `GET /shelf/${first}`,
          lasts: size * 2,
        },
        spans: Array.from({ length: size - 1 }, (_, place) => ({
          number: first + 1 + place,
          parent: place % 10 === 0 ? first : first + 1 + place - (place % 10),
          op: place % 10 === 0 ? 'loader' : 'db',
          name: place % 10 === 0 ? `pages/shelf/${place}` : `select * from shelf where id = ${place}`,
          at: at + place * 2,
          lasts: place % 10 === 0 ? 20 : 2,
          data: { 'db.system': 'sqlite', 'db.rows': place },
        })),
      }),
    )
  }
  return items
}

const SPANS_AN_ITEM = 500
