const SPANS = 20
const START_SECONDS = 1_790_000_000

/**
 * A page of a shop as @sentry/node 10 sends it: a transaction with twenty spans of queries, requests and work in
 * between, 8 KB. Made up, varied by `seed`; the trace's id is the caller's, so spans may have the same ids each time.
 */
export function sampleTransactionEnvelope(seed: number, ids: { eventId: string; traceId: string }): string {
  const { eventId, traceId } = ids
  const start = START_SECONDS + seed
  const transaction = {
    type: 'transaction',
    event_id: eventId,
    platform: 'node',
    environment: seed % 5 === 0 ? 'staging' : 'production',
    release: `shop-web@1.4.${seed % 3}`,
    server_name: `web-${seed % 8}`,
    transaction: ROUTES[seed % ROUTES.length],
    transaction_info: { source: 'route' },
    start_timestamp: start,
    timestamp: start + 0.4 + (seed % 50) / 100,
    contexts: {
      trace: {
        trace_id: traceId,
        span_id: spanId(0),
        op: 'http.server',
        status: seed % 20 === 0 ? 'internal_error' : 'ok',
        origin: 'auto.http.otel.http',
        data: {
          'sentry.sample_rate': 1,
          'http.method': 'GET',
          'http.route': ROUTES[seed % ROUTES.length],
          'http.response.status_code': 200,
          'http.url': `https://shop.example/cart/${seed}`,
          'net.host.name': 'shop.example',
        },
      },
      runtime: { name: 'node', version: 'v24.21.0' },
      os: { name: 'Linux', kernel_version: '6.8.0' },
    },
    request: { url: `https://shop.example/cart/${seed}`, method: 'GET', headers: { accept: 'text/html' } },
    spans: Array.from({ length: SPANS }, (_, index) => sampleSpan(seed, index + 1, traceId)),
    sdk: { name: 'sentry.javascript.node', version: '10.78.0' },
  }
  const header = { event_id: eventId, trace: { trace_id: traceId } }
  return `${JSON.stringify(header)}\n{"type":"transaction"}\n${JSON.stringify(transaction)}\n`
}

const ROUTES = ['GET /cart/:id', 'GET /items/:id', 'POST /checkout', 'GET /search', 'GET /']
const TABLES = ['cart', 'item', 'price', 'customer', 'stock']

function spanId(index: number): string {
  return (index + 1).toString(16).padStart(16, 'a')
}

function sampleSpan(seed: number, index: number, traceId: string): Record<string, unknown> {
  const start = START_SECONDS + seed + index * 0.018
  return {
    trace_id: traceId,
    span_id: spanId(index),
    parent_span_id: spanId(index % 4 === 0 ? 0 : index - 1),
    start_timestamp: start,
    timestamp: start + 0.002 + ((seed * index) % 90) / 10_000,
    status: 'ok',
    ...WORK[index % WORK.length]?.(seed, index),
  }
}

const WORK = [
  (seed: number, index: number) => {
    const table = TABLES[(seed + index) % TABLES.length]
    const statement = `select id, name, amount from ${table} where shop_id = $1 and ${table}_id = $2 limit 20`
    return {
      op: 'db',
      description: statement,
      origin: 'auto.db.otel.postgres',
      data: {
        'db.system': 'postgresql',
        'db.name': 'shop',
        'db.statement': statement,
        'net.peer.name': 'db-1',
      },
    }
  },
  (seed: number, index: number) => {
    const url = `https://stock.example/v1/items/${(seed * 31 + index) % 5_000}`
    return {
      op: 'http.client',
      description: `GET ${url}`,
      origin: 'auto.http.otel.node_fetch',
      data: {
        'http.request.method': 'GET',
        url,
        'http.response.status_code': 200,
        'server.address': 'stock.example',
      },
    }
  },
  (_seed: number, index: number) => ({
    op: 'function',
    description: `renderPart${index}`,
    origin: 'manual',
    data: { 'code.function': `renderPart${index}` },
  }),
]
