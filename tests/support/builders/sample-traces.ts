export const TRACE_ID = 'abcdef0123456789abcdef0123456789'
const START_SECONDS = 1_790_000_000

export interface SampleSpan {
  number: number
  parent?: number
  name?: string
  data?: Record<string, unknown>
}

export interface SampleItem {
  type: string
  headers?: Record<string, unknown>
  payload: unknown
}

export function aSpanId(number: number): string {
  return number.toString(16).padStart(16, '0')
}

/** A transaction as @sentry/node 10 sends it: span 1, and what is below it. */
export function aTransaction(children: SampleSpan[], more: Record<string, unknown> = {}): SampleItem {
  const { contexts, ...rest } = more
  const payload = {
    type: 'transaction',
    event_id: 'e'.repeat(32),
    platform: 'node',
    transaction: 'GET /cart',
    transaction_info: { source: 'route' },
    start_timestamp: START_SECONDS,
    timestamp: START_SECONDS + 1,
    contexts: contexts ?? {
      trace: { trace_id: TRACE_ID, span_id: aSpanId(1), op: 'http.server', status: 'ok', data: {} },
    },
    spans: children.map(({ number, parent, name = `span ${number}`, data = {} }) => ({
      trace_id: TRACE_ID,
      span_id: aSpanId(number),
      ...(parent === undefined ? {} : { parent_span_id: aSpanId(parent) }),
      op: 'db',
      description: name,
      start_timestamp: START_SECONDS + number / 1000,
      timestamp: START_SECONDS + number / 1000 + 0.01,
      status: 'ok',
      data,
    })),
    sdk: { name: 'sentry.javascript.node', version: '10.0.0' },
    ...rest,
  }
  return { type: 'transaction', payload }
}

/** Spans as @sentry/node 11 streams them. */
export function aContainer(spans: (SampleSpan & { more?: Record<string, unknown> })[]): SampleItem {
  const items = spans.map(({ number, parent, name = `span ${number}`, data = {}, more }) => ({
    trace_id: TRACE_ID,
    span_id: aSpanId(number),
    ...(parent === undefined ? {} : { parent_span_id: aSpanId(parent) }),
    name,
    start_timestamp: START_SECONDS + number / 1000,
    end_timestamp: START_SECONDS + number / 1000 + 0.01,
    is_segment: false,
    status: 'ok',
    attributes: toAttributes({ 'sentry.sdk.name': 'sentry.javascript.node', ...data }),
    ...more,
  }))
  const headers = {
    item_count: items.length,
    content_type: 'application/vnd.sentry.items.span.v2+json',
  }
  return { type: 'span', headers, payload: { version: 2, items } }
}

export function toAttributes(data: Record<string, unknown>) {
  const typed = Object.entries(data).map(([name, value]) => [name, { value, type: typeof value }])
  return Object.fromEntries(typed) as Record<string, { value: unknown; type: string }> // as just made
}

export function anEnvelopeOf(...items: SampleItem[]): Uint8Array {
  const lines = items.flatMap(({ type, headers, payload }) => [{ type, ...headers }, payload])
  return new TextEncoder().encode([{}, ...lines].map((line) => JSON.stringify(line)).join('\n'))
}
