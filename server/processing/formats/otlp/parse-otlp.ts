import { jsonItem } from '#server/processing/formats/json-item.ts'
import type { JsonObject } from '#server/processing/normalize/untrusted.ts'
import type { ProcessingContext } from '#server/processing/pipeline/context.ts'
import { parsePayload } from '#server/processing/pipeline/parse-payload.ts'
import { RefusedItem } from '#server/processing/pipeline/refused-item.ts'
import type { Envelope, Item } from '#server/protocol/envelope.ts'
import type { Submission } from '#server/protocol/formats.ts'
import { limits } from '#server/protocol/limits.ts'
import { type Recorded, toErrorEvent } from './exception.ts'
import { parseLogs } from './logs.ts'
import { decodeMessage, type OtlpSignal } from './messages.ts'
import { parseMetricPoints } from './metrics.ts'
import { parseTraces } from './traces.ts'

/** Spans as Sentry's SDKs stream them, and an event for each exception that they recorded. */
export function parseOtlpTraces(submission: Submission): [Envelope, ...Envelope[]] {
  const { spans, exceptions } = parseTraces(parseRequest('traces', submission))
  return [{ headers: {}, items: containersOf('span', spans) }, ...errorsOf(exceptions)]
}

export function parseOtlpLogs(
  submission: Submission,
  { receivedAt }: ProcessingContext,
): [Envelope, ...Envelope[]] {
  const { logs, exceptions } = parseLogs(parseRequest('logs', submission), receivedAt)
  return [{ headers: {}, items: containersOf('log', logs) }, ...errorsOf(exceptions)]
}

/** Metrics as Sentry's SDKs send them; a data point is one. */
export function parseOtlpMetrics(submission: Submission): [Envelope] {
  const metrics = parseMetricPoints(parseRequest('metrics', submission))
  return [{ headers: {}, items: containersOf('trace_metric', metrics) }]
}

function parseRequest(name: OtlpSignal, { body, hints }: Submission): object {
  if (body.length > limits.otlpBytes) {
    const detail = `it is larger than ${limits.otlpBytes} bytes`
    throw new RefusedItem(413, 'too_large', `Cannot read ${name}: ${detail}`)
  }
  return isProtobuf(hints?.contentType)
    ? decodeMessage(name, body)
    : parsePayload(name, body, limits.otlpBytes)
}

/** Anything but protobuf is taken for JSON: what it is not, it fails to be. */
export function isProtobuf(contentType: string | undefined): boolean {
  return /^application\/(?:x-|vnd\.google\.)?protobuf(?:;|$)/i.test(contentType?.trim() ?? '')
}

const NAMES = { span: 'spans', log: 'logs', trace_metric: 'metrics' } as const

function containersOf(type: 'span' | 'log' | 'trace_metric', given: JsonObject[]): Item[] {
  if (given.length > limits.spansPerEnvelope) {
    const detail = `there are more than ${limits.spansPerEnvelope}`
    throw new RefusedItem(413, 'too_many', `Cannot read ${NAMES[type]}: ${detail}`, {
      quantity: given.length,
    })
  }
  const items: Item[] = []
  for (let start = 0; start < given.length; start += limits.spansPerItem) {
    const part = given.slice(start, start + limits.spansPerItem)
    items.push(jsonItem(type, { version: 2, items: part }, part.length))
  }
  return items
}

function errorsOf(exceptions: Recorded[]): Envelope[] {
  const events = new Map<unknown, JsonObject>()
  for (const recorded of exceptions) {
    if (events.size === limits.eventsPerBody) break
    const event = toErrorEvent(recorded)
    // The first: of the spans that it passed, the innermost ended first.
    if (!events.has(event.event_id)) events.set(event.event_id, event)
  }
  return [...events.values()].map((event) => ({ headers: {}, items: [jsonItem('event', event)] }))
}
