import { parseMicros } from '#server/processing/normalize/time.ts'
import { isObject, type JsonObject, parseText, Warnings } from '#server/processing/normalize/untrusted.ts'
import type { NormalizedSpan } from '#server/processing/span.ts'
import { limits } from '#server/protocol/limits.ts'
import { attributesOfTransaction } from './segment-facts.ts'
import { parseMeasurements, parseSpanData } from './span-data.ts'
import { parseSpanId, parseTraceId } from './span-id.ts'
import { sideOf } from './span-side.ts'

export interface NormalizedTransaction {
  segment: NormalizedSpan
  /** Below the segment. */
  children: NormalizedSpan[]
  /** Children without ids or times, and children beyond the limit. */
  unreadable: number
  surplus: number
}

/** A transaction as the spans it is made of; undefined when its own ids or times can't be read. Never throws. */
export function normalizeTransaction(
  transaction: JsonObject,
  eventId: string,
): NormalizedTransaction | undefined {
  const contexts = isObject(transaction.contexts) ? transaction.contexts : {}
  const trace = isObject(contexts.trace) ? contexts.trace : {}
  const sdk = isObject(transaction.sdk) ? transaction.sdk.name : undefined
  const common = { platform: transaction.platform, sdk, ...parseVersion(transaction) }
  const { start_timestamp, timestamp, measurements } = transaction
  const data = { ...factsOf(transaction, contexts), ...(isObject(trace.data) ? trace.data : {}) }
  const segment = parseSpan(
    { ...trace, data, description: transaction.transaction, start_timestamp, timestamp, measurements },
    common,
  )
  if (!segment) return undefined
  const sent = Array.isArray(transaction.spans) ? transaction.spans : []
  const children = sent.slice(0, limits.spansPerItem).flatMap((span) => {
    const child = isObject(span) ? parseSpan({ ...span, trace_id: segment.traceId }, common) : undefined
    return child ? [{ ...child, segmentId: segment.spanId }] : []
  })
  const surplus = Math.max(0, sent.length - limits.spansPerItem)
  return {
    segment: { ...segment, eventId, isSegment: true, segmentId: segment.spanId },
    children,
    unreadable: sent.length - surplus - children.length,
    surplus,
  }
}

function factsOf({ user, request }: JsonObject, { browser }: JsonObject): JsonObject {
  return attributesOfTransaction({
    user: isObject(user) ? user : {},
    browser: isObject(browser) ? browser : {},
    userAgent: userAgentOf(isObject(request) ? request.headers : undefined),
  })
}

/** Headers are an object, or pairs of a name and a value. */
function userAgentOf(headers: unknown): unknown {
  const pairs = Array.isArray(headers) ? headers : isObject(headers) ? Object.entries(headers) : []
  return pairs.find((pair) => Array.isArray(pair) && isUserAgent(pair[0]))?.[1]
}

function isUserAgent(name: unknown): boolean {
  return typeof name === 'string' && name.toLowerCase() === 'user-agent'
}

/** A span that older SDKs send in an item of its own: what happened after its transaction had ended. */
export function normalizeStandaloneSpan(span: JsonObject): NormalizedSpan | undefined {
  const data = isObject(span.data) ? span.data : {}
  const { 'sentry.release': release, 'sentry.environment': environment } = data
  const read = parseSpan(span, {
    platform: span.platform,
    sdk: data['sentry.sdk.name'],
    ...parseVersion({ release, environment }),
  })
  if (!read) return undefined
  const isSegment = span.is_segment === true
  return { ...read, isSegment, segmentId: parseSpanId(span.segment_id) ?? (isSegment ? read.spanId : null) }
}

type Common = { platform: unknown; sdk: unknown } & Pick<NormalizedSpan, 'release' | 'environment'>

function parseVersion({ release, environment }: JsonObject): Pick<NormalizedSpan, 'release' | 'environment'> {
  const read = (value: unknown) => parseText(value, limits.nameChars, '', new Warnings()) ?? null
  return { release: read(release), environment: read(environment) }
}

function parseSpan(span: JsonObject, common: Common): NormalizedSpan | undefined {
  const traceId = parseTraceId(span.trace_id)
  const spanId = parseSpanId(span.span_id)
  const startUs = parseMicros(span.start_timestamp)
  const endUs = parseMicros(span.timestamp)
  if (!traceId || !spanId || startUs === undefined || endUs === undefined) return undefined
  const warnings = new Warnings()
  const data = isObject(span.data) ? span.data : {}
  const op = parseText(span.op ?? data['sentry.op'], limits.nameChars, 'op', warnings) ?? 'default'
  return {
    traceId,
    spanId,
    parentSpanId: parseSpanId(span.parent_span_id) ?? null,
    segmentId: null,
    isSegment: false,
    eventId: null,
    op,
    name: parseText(span.description, limits.spanNameChars, 'name', warnings) ?? op,
    side: sideOf({ platform: common.platform, sdk: common.sdk, op, kind: data['sentry.kind'] }),
    // Unset is what no SDK sends, and what went well.
    status: parseText(span.status, 64, 'status', warnings) ?? 'ok',
    startUs,
    durationUs: Math.max(0, endUs - startUs), // a clock that was set back
    release: common.release,
    environment: common.environment,
    measurements: parseMeasurements(span.measurements, warnings),
    data: parseSpanData(data, warnings),
  }
}
