import fc from 'fast-check'
import { TRACE_ID } from './sample-traces.ts'

const anything = fc.oneof(
  fc.anything({ withNullPrototype: false, maxDepth: 3 }),
  fc.constantFrom(TRACE_ID, 'ok', 'crashed', 'error', 'counter', 1_790_000_000, '1', '__proto__', '\0\ud800'),
)
/** Real names with any values reach further than any names. */
export const nearly = (...names: string[]) =>
  fc.dictionary(fc.constantFrom(...names), anything, { maxKeys: 8 })
const containerOf = (member: fc.Arbitrary<unknown>) =>
  fc.oneof(
    member,
    fc.record({ items: fc.oneof(fc.array(fc.oneof(member, anything), { maxLength: 5 }), anything) }),
  )

const log = nearly('timestamp', 'level', 'body', 'trace_id', 'span_id', 'severity_number', 'attributes')
const otelLog = nearly('time_unix_nano', 'severity_text', 'severity_number', 'body', 'attributes', 'trace_id')
const metric = nearly('timestamp', 'name', 'type', 'value', 'unit', 'trace_id', 'attributes')
const attrs = nearly('release', 'environment')
const session = fc
  .tuple(nearly('sid', 'seq', 'status', 'errors', 'started', 'timestamp', 'duration'), attrs)
  .map(([fields, attrs]) => ({ ...fields, attrs }))
const sessions = fc.record({
  attrs,
  aggregates: fc.oneof(fc.array(nearly('started', 'exited', 'errored', 'crashed', 'unhandled')), anything),
})
const feedback = fc.record({
  event_id: anything,
  timestamp: anything,
  contexts: fc.record({
    feedback: nearly('message', 'name', 'contact_email', 'url', 'associated_event_id', 'source'),
  }),
})
const checkIn = fc
  .tuple(
    nearly('check_in_id', 'monitor_slug', 'status', 'duration', 'release', 'environment', 'contexts'),
    fc.oneof(anything, fc.record({ schedule: nearly('type', 'value', 'unit'), max_runtime: anything })),
  )
  .map(([fields, monitor_config]) => ({ ...fields, monitor_config }))

/** An item's type and payload: any of those that become records, with anything in them. */
export const anyItem = fc.oneof(
  fc.tuple(fc.constant('log'), containerOf(log)),
  fc.tuple(fc.constant('otel_log'), otelLog),
  fc.tuple(fc.constant('trace_metric'), containerOf(metric)),
  fc.tuple(fc.constant('session'), session),
  fc.tuple(fc.constant('sessions'), sessions),
  fc.tuple(fc.constant('feedback'), feedback),
  fc.tuple(fc.constant('user_report'), nearly('event_id', 'name', 'email', 'comments')),
  fc.tuple(fc.constant('check_in'), checkIn),
)

export function toJson(payload: unknown): string {
  return JSON.stringify(payload, (_key, value) => (typeof value === 'bigint' ? 0 : value)) ?? 'null'
}
