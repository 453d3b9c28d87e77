import type { JsonObject } from '#server/processing/normalize/untrusted.ts'
import { isException, type Recorded } from './exception.ts'
import { opOf, SPAN_KINDS } from './op.ts'
import { type OtlpResource, parseResource, parseScope, toItemAttributes } from './resource.ts'
import {
  attributesIn,
  enumIn,
  idIn,
  listIn,
  memberOf,
  messagesIn,
  numberIn,
  secondsIn,
  textIn,
} from './values.ts'

export interface ParsedOtlpTraces {
  /** The members have the shape of a streamed span container's. */
  spans: JsonObject[]
  exceptions: Recorded[]
}

/** https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/trace/v1/trace.proto */
export function parseTraces(request: unknown): ParsedOtlpTraces {
  const traces: ParsedOtlpTraces = { spans: [], exceptions: [] }
  for (const resourceSpans of messagesIn(request, 'resourceSpans')) {
    const resource = parseResource(resourceSpans)
    for (const scopeSpans of messagesIn(resourceSpans, 'scopeSpans')) {
      const scope = parseScope(scopeSpans)
      for (const span of messagesIn(scopeSpans, 'spans')) {
        traces.spans.push(toStreamedSpan(span, resource, scope))
        // One by one: as arguments so many as a body holds overflow the stack.
        for (const exception of exceptionsOf(span, resource)) traces.exceptions.push(exception)
      }
    }
  }
  return traces
}

const STATUS_CODES = ['STATUS_CODE_UNSET', 'STATUS_CODE_OK', 'STATUS_CODE_ERROR']
const ERROR = STATUS_CODES.indexOf('STATUS_CODE_ERROR')
const SERVER = SPAN_KINDS.indexOf('SPAN_KIND_SERVER')
const CONSUMER = SPAN_KINDS.indexOf('SPAN_KIND_CONSUMER')
/** Bits of `flags`: it says where the parent is, and that is another process. */
const PARENT_IS_REMOTE = 0x300

function toStreamedSpan(span: unknown, resource: OtlpResource, scope: JsonObject): JsonObject {
  const kind = enumIn(span, 'kind', SPAN_KINDS)
  const status = memberOf(span, 'status')
  const message = textIn(status, 'message')
  const own = attributesIn(span)
  const events = eventsOf(span)
  const parent = idIn(span, 'parentSpanId')
  const attributes = {
    ...resource.attributes,
    ...scope,
    ...own,
    'sentry.op': own['sentry.op'] ?? opOf(own, kind),
    'sentry.kind': SPAN_KINDS[kind]?.slice('SPAN_KIND_'.length).toLowerCase(),
    ...(message === undefined ? {} : { 'sentry.status.message': message }),
    ...(events.length === 0 ? {} : { 'otel.events': events }),
  }
  return {
    trace_id: idIn(span, 'traceId'),
    span_id: idIn(span, 'spanId'),
    ...(parent === undefined ? {} : { parent_span_id: parent }),
    name: textIn(span, 'name'),
    start_timestamp: secondsIn(span, 'startTimeUnixNano'),
    end_timestamp: secondsIn(span, 'endTimeUnixNano'),
    is_segment:
      parent === undefined ||
      kind === SERVER ||
      kind === CONSUMER ||
      (numberIn(span, 'flags') & PARENT_IS_REMOTE) === PARENT_IS_REMOTE,
    status: enumIn(status, 'code', STATUS_CODES) === ERROR ? 'error' : 'ok',
    attributes: toItemAttributes(attributes),
    links: listIn(span, 'links').map((link) => ({
      trace_id: idIn(link, 'traceId'),
      span_id: idIn(link, 'spanId'),
      attributes: attributesIn(link),
    })),
  }
}

/** Those that are no exceptions: they stay on their span. */
function eventsOf(span: unknown): JsonObject[] {
  return listIn(span, 'events').flatMap((event) => {
    const attributes = attributesIn(event)
    if (isException({ attributes })) return []
    return [{ name: textIn(event, 'name'), timestamp: secondsIn(event, 'timeUnixNano'), attributes }]
  })
}

function exceptionsOf(span: unknown, resource: OtlpResource): Recorded[] {
  const recorded = listIn(span, 'events').map((event): Recorded => {
    return {
      resource,
      attributes: attributesIn(event),
      seconds: secondsIn(event, 'timeUnixNano'),
      traceId: idIn(span, 'traceId'),
      spanId: idIn(span, 'spanId'),
      name: textIn(span, 'name'),
      level: 'error',
    }
  })
  return recorded.filter(isException)
}
