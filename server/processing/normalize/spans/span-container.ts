import { readAttributes } from '#server/processing/normalize/attributes.ts'
import { readMicros } from '#server/processing/normalize/time.ts'
import { isObject, type JsonObject, readText, Warnings } from '#server/processing/normalize/untrusted.ts'
import type { NormalizedSpan } from '#server/processing/span.ts'
import { limits } from '#server/protocol/limits.ts'
import { findWebVitals, readSpanData } from './span-data.ts'
import { readSpanId, readTraceId } from './span-id.ts'
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
    const span = isObject(item) ? readStreamedSpan(item, platform) : undefined
    return span ? [span] : []
  })
  const surplus = Math.max(0, items.length - limits.spansPerItem)
  return { spans, surplus, unreadable: items.length - surplus - spans.length }
}

function readStreamedSpan(span: JsonObject, platform: string | undefined): NormalizedSpan | undefined {
  const traceId = readTraceId(span.trace_id)
  const spanId = readSpanId(span.span_id)
  const startUs = readMicros(span.start_timestamp)
  const endUs = readMicros(span.end_timestamp)
  if (!traceId || !spanId || startUs === undefined || endUs === undefined) return undefined
  const warnings = new Warnings()
  const attributes = readAttributes(span.attributes)
  const read = (name: string, longest: number = limits.nameChars) =>
    readText(attributes[name], longest, name, warnings)
  const op = read('sentry.op') ?? 'default'
  const isSegment = span.is_segment === true
  return {
    traceId,
    spanId,
    parentSpanId: readSpanId(span.parent_span_id) ?? null,
    segmentId: readSpanId(attributes['sentry.segment.id']) ?? (isSegment ? spanId : null),
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
    data: readSpanData(withLinks(attributes, span.links), warnings),
  }
}

/** Visits are all called `Pageload` or `Navigation` here; in transactions they were called after the page. */
function nameOf(span: JsonObject, op: string, path: string | undefined, warnings: Warnings): string {
  const name = readText(span.name, limits.spanNameChars, 'name', warnings)
  if (path !== undefined && (name === 'Pageload' || name === 'Navigation')) return path
  return name ?? op
}

/** The page before, for one. */
function withLinks(attributes: JsonObject, links: unknown): JsonObject {
  return Array.isArray(links) && links.length > 0 ? { ...attributes, 'sentry.links': links } : attributes
}
