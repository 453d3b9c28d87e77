import type { JsonObject } from '#server/processing/normalize/untrusted.ts'

/** The names of OTLP's span kinds, by number. */
export const SPAN_KINDS = [
  'SPAN_KIND_UNSPECIFIED',
  'SPAN_KIND_INTERNAL',
  'SPAN_KIND_SERVER',
  'SPAN_KIND_CLIENT',
  'SPAN_KIND_PRODUCER',
  'SPAN_KIND_CONSUMER',
] as const

const BY_KIND = ['default', 'default', 'server', 'client', 'producer', 'consumer']

/** Which attribute tells what a span does, by the semantic conventions, old names too; the first one decides. */
const BY_ATTRIBUTE: [names: string[], op: (kind: number) => string][] = [
  [['db.system.name', 'db.system'], () => 'db'],
  [['rpc.system.name', 'rpc.system'], () => 'rpc'],
  [['messaging.system'], (kind) => (kind === 4 ? 'queue.publish' : kind === 5 ? 'queue.process' : 'message')],
  [['faas.trigger'], () => 'function'],
  [
    ['http.request.method', 'http.method'],
    (kind) => (kind === 2 ? 'http.server' : kind === 3 ? 'http.client' : 'http'),
  ],
]

/** Sentry's `op` for a span that names none: https://develop.sentry.dev/sdk/telemetry/traces/span-operations/ */
export function opOf(attributes: JsonObject, kind: number): string {
  const known = BY_ATTRIBUTE.find(([names]) => names.some((name) => attributes[name] !== undefined))
  return known?.[1](kind) ?? BY_KIND[kind] ?? 'default'
}
