import type { Kysely } from 'kysely'
import type { TraceError, TraceListing, TraceSpan } from '#server/models/traces/traces.ts'
import type { EventLevel } from '#server/processing/event.ts'
import { parseTraceId } from '#server/processing/normalize/spans/span-id.ts'
import { listTraceEventRows } from '#server/store/events/events.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { listTraceSpans } from '#server/store/traces/spans.ts'
import { orderByParents } from './order-spans.ts'

/** A loop that traces each of its turns fills a trace with more than is ever read. */
const MOST_SPANS = 10_000
const MOST_ERRORS = 1_000

/** Reads a trace of all projects; `mostSpans` is for callers that need only a part of it. */
export async function readTrace(
  db: Kysely<Database>,
  givenId: string,
  mostSpans = MOST_SPANS,
): Promise<TraceListing> {
  const traceId = parseTraceId(givenId)
  if (traceId === undefined) return { traceId: givenId, spans: [], looseErrors: [], isWhole: true }
  const [stored, errorRows] = await Promise.all([
    listTraceSpans(db, traceId, mostSpans + 1),
    listTraceEventRows(db, traceId, MOST_ERRORS + 1),
  ])
  const isWhole = stored.length <= mostSpans && errorRows.length <= MOST_ERRORS
  const spans = orderByParents(stored.slice(0, mostSpans).map((span) => ({ ...span, errors: [] })))
  const errors = errorRows
    .slice(0, MOST_ERRORS)
    // The writer stores normalized levels only.
    .map((row): TraceError => ({ ...row, level: row.level as EventLevel }))
  return { traceId, spans, looseErrors: putOnSpans(spans, errors), isWhole }
}

/** Puts errors on their spans, in the error's own project first, and gives those whose span is not there. */
function putOnSpans(spans: TraceSpan[], errors: TraceError[]): TraceError[] {
  const places = new Map<string, TraceSpan>()
  for (const span of spans) {
    places.set(`${span.projectId}:${span.spanId}`, span)
    if (!places.has(span.spanId)) places.set(span.spanId, span)
  }
  return errors.filter((error) => {
    const span = places.get(`${error.projectId}:${error.spanId}`) ?? places.get(error.spanId ?? '')
    span?.errors.push(error)
    return !span
  })
}
