/**
 * Errors as a shop's browser and server SDKs send them, 9 KB each: stacks with code around each in-app frame,
 * breadcrumbs, contexts. Made up, varied by `seed` as real ones vary: addresses, times, users, numbers in messages.
 */
function sampleEvent(seed: number): Record<string, unknown> {
  const failure = FAILURES[seed % FAILURES.length] ?? ['Error', 'failed']
  return {
    timestamp: 1_790_000_000 + seed,
    platform: 'javascript',
    level: 'error',
    environment: seed % 5 === 0 ? 'staging' : 'production',
    release: `shop-web@1.4.${seed % 3}`,
    server_name: `web-${seed % 8}`,
    transaction: '/cart/:id',
    sdk: { name: 'sentry.javascript.browser', version: '11.10.0' },
    exception: {
      values: [
        {
          type: failure[0],
          value: failure[1]?.replace('#', String(seed * 7919)),
          mechanism: { type: 'generic', handled: seed % 4 !== 0 },
          stacktrace: { frames: Array.from({ length: 24 }, (_, index) => sampleFrame(seed % 40, index)) },
        },
      ],
    },
    breadcrumbs: Array.from({ length: 20 }, (_, index) => sampleBreadcrumb(seed, index)),
    user: { id: String(seed % 997), ip_address: `203.0.113.${seed % 250}` },
    tags: { shard: String(seed % 16), locale: seed % 2 ? 'de' : 'en' },
    request: {
      url: `https://shop.example/cart/${seed}?step=pay`,
      headers: {
        'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36',
        Referer: 'https://shop.example/',
      },
    },
    contexts: {
      trace: { trace_id: hex(seed, 32), span_id: hex(seed, 16) },
      browser: { name: 'Chrome', version: `14${seed % 4}` },
      os: { name: 'Linux' },
    },
    extra: { cart: { items: seed % 12, total: (seed % 5000) / 100, currency: 'EUR' } },
  }
}

/** An envelope around it; `eventId` is 32 hex characters. */
export function sampleEnvelope(seed: number, eventId: string): string {
  const event = { event_id: eventId, ...sampleEvent(seed) }
  return `${JSON.stringify({ event_id: eventId })}\n{"type":"event"}\n${JSON.stringify(event)}\n`
}

const FAILURES = [
  ['TypeError', "Cannot read properties of undefined (reading 'price')"],
  ['DatabaseError', 'canceling statement due to lock timeout after # ms'],
  ['FetchError', 'request to https://payments.example/v1/charges/# timed out'],
  ['ChunkLoadError', 'Loading chunk # failed'],
  ['ZodError', '2 fields of address # are missing'],
] as const

function sampleFrame(seed: number, index: number): Record<string, unknown> {
  const isOwn = index % 3 === 0
  const line = 10 + ((seed * 31 + index * 17) % 400)
  return {
    function: isOwn ? `handle${index}_${seed % 6}` : `dispatch${index}`,
    filename: isOwn
      ? `https://shop.example/assets/cart/part-${(seed + index) % 30}.js`
      : `node_modules/react-dom/cjs/react-dom-${index}.production.js`,
    lineno: line,
    colno: (line * 13) % 80,
    in_app: isOwn,
    ...(isOwn
      ? {
          pre_context: [
            `  const cart = await loadCart(${line})`,
            '  if (!cart) return empty()',
            '  // totals',
          ],
          context_line: `  return cart.items.reduce((sum, item) => sum + item.price * ${line}, 0)`,
          post_context: ['}', '', `export function part${line}() {`],
        }
      : {}),
  }
}

function sampleBreadcrumb(seed: number, index: number): Record<string, unknown> {
  const at = 1_790_000_000 + seed - 20 + index
  if (index % 2)
    return { timestamp: at, category: 'ui.click', message: `button#add-${(seed + index) % 300} > span.label` }
  const data = { method: 'GET', url: `/api/items/${seed + index}?page=${index}`, status_code: 200 }
  return { timestamp: at, type: 'http', category: 'fetch', level: 'info', data }
}

function hex(seed: number, length: number): string {
  return (seed * 2_654_435_761).toString(16).padStart(length, '0').slice(-length)
}
