import type { Chance } from '../chance.ts'
import { type DemoItem, toAttributes } from '../envelope.ts'

interface LogLine {
  level: 'debug' | 'info' | 'warn' | 'error'
  body: string
  attributes: Record<string, string | number | boolean>
}

export interface LogContext {
  at: number
  release: string
  environment: string
  traceId: string
  spanId: string
  customerId: string | undefined
  /** How long the request took. */
  ms: number
  hasFailed: boolean
}

/** What the shop writes down of a request: a few lines, and why it failed where it did. */
export function logItem(chance: Chance, context: LogContext, path: string): DemoItem {
  const order = chance.between(10_000, 99_999)
  const sizeKib = chance.between(12, 900)
  const ms = Math.round(context.ms)
  const lines: LogLine[] = [
    {
      level: 'info',
      body: `${path} ${context.hasFailed ? 500 : 200} in ${ms} ms`,
      attributes: {
        'http.route': path,
        'http.status_code': context.hasFailed ? 500 : 200,
        duration_ms: ms,
        size_kib: sizeKib,
      },
    },
    ...(chance.isHit(0.3) ? [debugLine(chance)] : []),
    ...(path.includes('orders') ? [orderLine(chance, order, context.hasFailed)] : []),
    ...(chance.isHit(0.05) ? [warnLine(chance)] : []),
    ...(context.hasFailed ? [errorLine(order)] : []),
  ]
  const items = lines.map((line, index) => ({
    timestamp: (context.at - ((lines.length - index) * context.ms) / 20) / 1000,
    level: line.level,
    body: line.body,
    trace_id: context.traceId,
    attributes: toAttributes({
      ...line.attributes,
      'sentry.release': context.release,
      'sentry.environment': context.environment,
      'sentry.trace.parent_span_id': context.spanId,
      ...(context.customerId !== undefined && { 'user.id': context.customerId }),
      'server.address': `shop-${chance.between(1, 3)}`,
    }),
  }))
  const content_type = 'application/vnd.sentry.items.log+json'
  return { type: 'log', headers: { item_count: items.length, content_type }, payload: { items } }
}

function debugLine(chance: Chance): LogLine {
  const key = `product:${chance.between(800, 1400)}`
  const isHit = chance.isHit(0.7)
  return {
    level: 'debug',
    body: `cache ${isHit ? 'hit' : 'miss'} for ${key}`,
    attributes: { key, hit: isHit },
  }
}

function orderLine(chance: Chance, order: number, hasFailed: boolean): LogLine {
  const total = chance.between(900, 24_000) / 100
  const currency = chance.pick(['EUR', 'USD', 'JPY', 'PLN'])
  return {
    level: 'info',
    body: `order ${order} ${hasFailed ? 'cancelled' : 'placed'}: ${total.toFixed(2)} ${currency}`,
    attributes: { order, total, currency },
  }
}

function warnLine(chance: Chance): LogLine {
  return chance.pick<LogLine>([
    {
      level: 'warn',
      body: 'payment provider is slow: 2,914 ms, retrying once',
      attributes: { provider: 'payments.example', attempt: 1 },
    },
    // as a terminal would have shown it
    {
      level: 'warn',
      body: '\u001b[33mwarn\u001b[39m stock of product 1184 is low',
      attributes: { product: 1184, stock: 3 },
    },
    {
      level: 'warn',
      body: 'connection pool: 19 of 20 in use',
      attributes: { 'db.pool.used': 19, 'db.pool.size': 20 },
    },
  ])
}

function errorLine(order: number): LogLine {
  return {
    level: 'error',
    body: `order ${order} failed: canceling statement due to lock timeout`,
    attributes: { order, 'error.type': 'OperationalError' },
  }
}
