import { parseAttributes } from '#server/processing/normalize/attributes.ts'
import { parseMicros } from '#server/processing/normalize/time.ts'
import { isObject, type JsonObject, parseText, Warnings } from '#server/processing/normalize/untrusted.ts'
import type { NormalizedSpan } from '#server/processing/span.ts'
import { limits } from '#server/protocol/limits.ts'
import { findWebVitals, parseSpanData } from './span-data.ts'
import { parseSpanId, parseTraceId } from './span-id.ts'
import { sideOf } from './span-side.ts'

export interface NormalizedContainer {
  spans: NormalizedSpan[]
  unreadable: number
  surplus: number
}

/** Spans as SDKs stream them, since version 11 of the JavaScript ones. Never throws. */
export function normalizeContainer(container: JsonObject, items: unknown[]): NormalizedContainer {
  // Only in browsers do SDKs leave it to us to find out about the client.
  const platform = isObject(container.ingest_settings) ? 'javascript' : undefined
  const spans = items.slice(0, limits.spansPerItem).flatMap((item) => {
    const span = isObject(item) ? parseStreamedSpan(item, platform) : undefined
    return span ? [span] : []
  })
  const surplus = Math.max(0, items.length - limits.spansPerItem)
  return { spans, surplus, unreadable: items.length - surplus - spans.length }
}

function parseStreamedSpan(span: JsonObject, platform: string | undefined): NormalizedSpan | undefined {
  const traceId = parseTraceId(span.trace_id)
  const spanId = parseSpanId(span.span_id)
  const startUs = parseMicros(span.start_timestamp)
  const endUs = parseMicros(span.end_timestamp)
  if (!traceId || !spanId || startUs === undefined || endUs === undefined) return undefined
  const warnings = new Warnings()
  const attributes = parseAttributes(span.attributes)
  const read = (name: string, longest: number = limits.nameChars) =>
    parseText(attributes[name], longest, name, warnings)
  const op = read('sentry.op') ?? 'default'
  const isSegment = span.is_segment === true
  return {
    traceId,
    spanId,
    parentSpanId: parseSpanId(span.parent_span_id) ?? null,
    segmentId: parseSpanId(attributes['sentry.segment.id']) ?? (isSegment ? spanId : null),
    isSegment,
    eventId: null,
    op,
    name: nameOf(span, op, read('url.path', limits.spanNameChars), warnings),
    side: sideOf({ platform, sdk: attributes['sentry.sdk.name'], op, kind: attributes['sentry.kind'] }),
    status: span.status === 'error' ? (read('sentry.status.message') ?? 'internal_error') : 'ok',
    startUs,
    durationUs: Math.max(0, endUs - startUs), // a clock that was set back
    release: read('sentry.release') ?? null,
    environment: read('sentry.environment') ?? null,
    measurements: findWebVitals(attributes),
    data: parseSpanData(withLinks(attributes, span.links), warnings),
  }
}

/** Visits are all called `Pageload` or `Navigation` here; in transactions they were called after the page. */
function nameOf(span: JsonObject, op: string, path: string | undefined, warnings: Warnings): string {
  const name = parseText(span.name, limits.spanNameChars, 'name', warnings)
  if (path !== undefined && (name === 'Pageload' || name === 'Navigation')) return path
  return name ?? op
}

/** The page before, for one. */
function withLinks(attributes: JsonObject, links: unknown): JsonObject {
  return Array.isArray(links) && links.length > 0 ? { ...attributes, 'sentry.links': links } : attributes
}
