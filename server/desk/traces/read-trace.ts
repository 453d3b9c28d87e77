import type { Kysely } from 'kysely'
import type { TraceError, TraceListing, TraceSpan } from '#server/models/traces.ts'
import type { Level } from '#server/processing/event.ts'
import { readTraceId } from '#server/processing/normalize/spans/span-id.ts'
import { listTraceEventRows } from '#server/store/events/events.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { listTraceSpans } from '#server/store/traces/spans.ts'
import { orderByParents } from './order-spans.ts'

/** A loop that traces each of its turns fills a trace with what nobody reads. */
const MOST_SPANS = 10_000
const MOST_ERRORS = 1_000

/** `mostSpans` for who looks at a part of it only. */
export async function readTrace(
  db: Kysely<Database>,
  givenId: string,
  mostSpans = MOST_SPANS,
): Promise<TraceListing> {
  const traceId = readTraceId(givenId)
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
    .map((row): TraceError => ({ ...row, level: row.level as Level }))
  return { traceId, spans, looseErrors: putOnSpans(spans, errors), isWhole }
}

/** Gives those that found none. Of copies in two projects, the error's own project has it. */
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
