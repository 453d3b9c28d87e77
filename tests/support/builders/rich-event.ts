/** An error of a shop with everything that an event's page can show. Made up; `at` is its time in seconds. */
export function richEvent(at: number, ids: { traceId: string; spanId: string }): Record<string, unknown> {
  return {
    timestamp: at,
    platform: 'node',
    level: 'error',
    release: 'shop@1.4.2',
    environment: 'production',
    server_name: 'web-3',
    transaction: 'GET /cart',
    sdk: { name: 'sentry.javascript.node', version: '10.78.0' },
    user: { id: '8812', email: 'mina@example.com', plan: 'pro' },
    tags: { page: 'cart', shard: '7', 'browser.name': 'Firefox', locale: 'de' },
    exception: {
      values: [
        {
          type: 'KeyError',
          value: 'TR-42-BLK is not in the catalogue',
          stacktrace: { frames: [ownFrame('find', 'catalogue/find.ts', 12)] },
        },
        {
          type: 'TypeError',
          value: "Cannot read properties of undefined (reading 'price')",
          mechanism: { type: 'generic', handled: false },
          stacktrace: {
            frames: [
              {
                function: 'Reply.send',
                filename: '/app/node_modules/fastify/lib/reply.js',
                lineno: 120,
                in_app: false,
              },
              { function: 'run', filename: '/app/node_modules/vike/dist/run.js', lineno: 9, in_app: false },
              ownFrame('loader', 'pages/cart/+loader.ts', 12),
              {
                function: 'reduce',
                filename: '/app/node_modules/lodash/reduce.js',
                lineno: 3,
                in_app: false,
              },
              {
                ...ownFrame('totalOf', 'cart/total.ts', 41),
                vars: { sku: "'TR-42-BLK'", sum: '17.5', line: '{"quantity":2}' },
              },
            ],
          },
        },
      ],
    },
    breadcrumbs: [
      {
        timestamp: at - 12.4,
        type: 'navigation',
        category: 'navigation',
        data: { from: '/', to: '/shoes/trail-runner' },
      },
      { timestamp: at - 8.1, category: 'ui.click', message: 'button "Add to cart"' },
      {
        timestamp: at - 7.9,
        type: 'http',
        category: 'fetch',
        data: { method: 'POST', url: '/shoes/trail-runner', status_code: 303, ms: 184 },
      },
      {
        timestamp: at - 0.3,
        category: 'console',
        level: 'warning',
        message: 'catalogue: sku TR-42-BLK not found',
      },
    ],
    request: {
      url: 'https://shop.example/cart',
      method: 'POST',
      query_string: 'step=pay',
      headers: {
        'Content-Type': 'application/json',
        Authorization: 'Bearer abc.def.ghi',
        Referer: 'https://shop.example/',
      },
      data: { sku: 'TR-42-BLK', quantity: 2 },
    },
    contexts: {
      trace: { trace_id: ids.traceId, span_id: ids.spanId },
      runtime: { name: 'node', version: 'v24.21.0' },
      os: { name: 'Linux', version: '6.8' },
      flags: {
        values: [
          { flag: 'new-cart', result: true },
          { flag: 'express-checkout', result: false },
        ],
      },
      app: Object.fromEntries(
        Array.from({ length: 14 }, (_, index) => [`setting-${index}`, `value ${index}`]),
      ),
    },
    extra: { cart: { items: 3, total: 42.5 } },
  }
}

function ownFrame(name: string, filename: string, lineno: number) {
  return {
    function: name,
    filename,
    abs_path: `/app/${filename}`,
    lineno,
    colno: 29,
    in_app: true,
    pre_context: [
      '  return cart.lines.reduce((sum, line) => {',
      '    const item = catalogue.get(line.sku) // or not',
    ],
    context_line: '    return sum + item.price * line.quantity',
    post_context: ['  }, 0)', '}'],
  }
}

/** The request around it, as a transaction with the spans below; in milliseconds after it began. */
export function richTransaction(
  at: number,
  ids: { traceId: string; spanId: string },
): Record<string, unknown> {
  const start = at - 0.7
  const root = 'a'.repeat(16)
  const span = (
    id: string,
    parent: string,
    op: string,
    description: string,
    fromMs: number,
    toMs: number,
  ) => ({
    trace_id: ids.traceId,
    span_id: id,
    parent_span_id: parent,
    op,
    description,
    start_timestamp: start + fromMs / 1000,
    timestamp: start + toMs / 1000,
    status: 'ok',
  })
  return {
    type: 'transaction',
    platform: 'node',
    transaction: 'GET /cart',
    start_timestamp: start,
    timestamp: start + 0.742,
    release: 'shop@1.4.2',
    contexts: {
      trace: { trace_id: ids.traceId, span_id: root, op: 'http.server', status: 'internal_error' },
    },
    spans: [
      span(ids.spanId, root, 'loader', 'pages/cart', 14, 402),
      span('c'.repeat(16), ids.spanId, 'db', 'select cart_line', 22, 83),
      span('d'.repeat(16), ids.spanId, 'db', 'select catalogue_item', 90, 364),
      span('e'.repeat(16), root, 'ui.render', 'error screen', 640, 706),
    ],
  }
}
