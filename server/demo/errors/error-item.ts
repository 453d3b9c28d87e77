import type { Chance } from '#server/demo/chance.ts'
import type { Customer } from '#server/demo/customers.ts'
import type { DemoItem } from '#server/demo/envelope.ts'
import type { DemoError } from './demo-error.ts'
import { exceptionsOf } from './exceptions.ts'

export interface DemoOccurrence {
  error: DemoError
  at: number
  release: string
  environment: string
  customer: Customer | undefined
  trace: { traceId: string; spanId: string } | undefined
}

const SDKS: Record<string, string> = {
  javascript: 'sentry.javascript.react',
  node: 'sentry.javascript.node',
  python: 'sentry.python.django',
  php: 'sentry.php.symfony',
  java: 'sentry.java.spring-boot',
  go: 'sentry.go',
  ruby: 'sentry.ruby.rails',
  csharp: 'sentry.dotnet.aspnetcore',
}
/** Of servers: a browser's SDK sends none. */
const RUNTIMES: Record<string, { name: string; version: string }> = {
  node: { name: 'node', version: 'v24.11.0' },
  python: { name: 'CPython', version: '3.14.0' },
  php: { name: 'php', version: '8.4.14' },
  java: { name: 'OpenJDK', version: '25.0.1' },
  go: { name: 'go', version: 'go1.25.3' },
  ruby: { name: 'ruby', version: '3.4.7' },
  csharp: { name: '.NET', version: '10.0.0' },
}
/** Crockford's base32, as digests are written. */
const DIGEST_LETTERS = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'] as [string, ...string[]] // not empty

/** One error event, as its language's SDK would send it. */
export function errorItem(chance: Chance, occurrence: DemoOccurrence): DemoItem & { eventId: string } {
  const { error: fault, at, release, environment, customer, trace } = occurrence
  const eventId = chance.hex(32)
  const value = chance.pick(fault.values)
  const payload = {
    event_id: eventId,
    timestamp: at / 1000,
    platform: fault.platform,
    level: fault.level,
    transaction: fault.transaction,
    release,
    environment,
    server_name: fault.platform === 'javascript' ? undefined : `shop-${chance.between(1, 3)}`,
    exception: { values: exceptionsOf(fault, value) },
    ...(fault.threads && { threads: { values: fault.threads } }),
    breadcrumbs: { values: crumbsOf(fault, at) },
    tags: { service: serviceOf(fault), region: chance.pick(['eu-central', 'eu-west', 'us-east']) },
    ...(customer && {
      user: userOf(customer),
      request: requestOf(fault),
    }),
    contexts: contextsOf(fault, customer, trace),
    ...(fault.digest !== undefined && { extra: { digest: digestOf(chance, fault.digest) } }),
    sdk: { name: SDKS[fault.platform] ?? 'demo', version: '11.10.0' },
  }
  return { type: 'event', payload, eventId }
}

function crumbsOf({ crumbs, type }: DemoError, at: number) {
  return crumbs.map((message, index) => ({
    timestamp: (at - (crumbs.length - index) * 1_300) / 1000,
    ...(/^(GET|POST) /.test(message) ? httpCrumb(message) : { category: categoryOf(message), message }),
    level: type === 'ChunkLoadError' && index === crumbs.length - 1 ? 'error' : 'info',
  }))
}

function httpCrumb(message: string) {
  const [method, url] = message.split(' ')
  return { type: 'http', category: 'fetch', data: { method, url, status_code: 200 } }
}

function categoryOf(message: string): string {
  if (message.startsWith('select ')) return 'query'
  if (message.startsWith('click ')) return 'ui.click'
  return message.startsWith('navigation ') ? 'navigation' : 'app'
}

function serviceOf({ platform }: DemoError): string {
  return platform === 'javascript' ? 'storefront' : `shop-${platform}`
}

function userOf({ id, name, email, geo }: Customer) {
  return { id, ...(name !== undefined && { username: name }), ...(email !== undefined && { email }), geo }
}

function contextsOf({ platform }: DemoError, customer: Customer | undefined, trace: DemoOccurrence['trace']) {
  const runtime = RUNTIMES[platform]
  return {
    ...(customer && { browser: customer.browser, os: customer.os }),
    ...(customer?.device && { device: customer.device }),
    ...(runtime && { runtime }),
    ...(trace && { trace: traceOf(trace) }),
  }
}

function traceOf({ traceId, spanId }: { traceId: string; spanId: string }) {
  return { trace_id: traceId, span_id: spanId, op: 'http.server' }
}

function requestOf({ transaction }: DemoError) {
  const path = /^(?:(GET|POST) )?(\/.*)$/.exec(transaction)
  return path ? { method: path[1] ?? 'GET', url: `https://shop.example${path[2]}` } : undefined
}

function digestOf(chance: Chance, error: string): string {
  return `${error}-${Array.from({ length: 6 }, () => chance.pick(DIGEST_LETTERS)).join('')}`
}
