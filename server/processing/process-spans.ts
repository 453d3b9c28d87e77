import type { CountedOutcome, Outcome } from '../ingest/outcome.ts'
import { isNotFoundVisit } from './filters.ts'
import { readEventId } from './normalize/event-id.ts'
import { normalizeContainer } from './normalize/span-container.ts'
import { normalizeStandaloneSpan, normalizeTransaction } from './normalize/transaction.ts'
import type { JsonObject } from './normalize/untrusted.ts'
import { RefusedItem } from './parse-payload.ts'
import type { ProcessedItem, ProcessingContext } from './process.ts'
import { scrubSpan } from './scrub.ts'

/** Counts as one transaction and, as in Sentry's client reports, as each of its spans, the segment among them. */
export function processTransaction(
  transaction: JsonObject,
  headerId: string | undefined,
  { newEventId }: ProcessingContext,
): ProcessedItem {
  const id = headerId ?? readEventId(transaction.event_id) ?? newEventId()
  const normalized = normalizeTransaction(transaction, id)
  if (!normalized) {
    const missing = 'trace_id, span_id, start_timestamp or timestamp is missing'
    throw new RefusedItem(400, 'invalid_transaction', `Cannot read transaction: ${missing}`)
  }
  const { segment, children } = normalized
  const lost = lostOf(normalized)
  const spans = [segment, ...children]
  if (isNotFoundVisit(segment)) {
    const outcomes = [counted('transaction', 'filtered', NOT_FOUND, 1), filteredOf(spans.length), ...lost]
    return { id, outcomes }
  }
  const accepted = counted('transaction', 'accepted', '', 1)
  return { id, spans: spans.map(scrubSpan), outcomes: [accepted, ...lost] }
}

/** A container of streamed spans, or one span in the older shape. */
export function processSpanItem(payload: JsonObject): ProcessedItem {
  if (payload.items === undefined) {
    const span = normalizeStandaloneSpan(payload)
    if (span) return { spans: [scrubSpan(span)], outcomes: [] }
    const missing = 'trace_id, span_id, start_timestamp or timestamp is missing'
    throw new RefusedItem(400, 'invalid_span', `Cannot read span: ${missing}`)
  }
  if (!Array.isArray(payload.items) || payload.items.length === 0) {
    throw new RefusedItem(400, 'no_spans', 'Cannot read spans: their container has no items')
  }
  const normalized = normalizeContainer(payload, payload.items)
  const notFound = new Set(
    normalized.spans
      .filter((span) => span.isSegment && isNotFoundVisit(span))
      .map(({ traceId, spanId }) => traceId + spanId),
  )
  const kept = normalized.spans.filter(
    ({ traceId, spanId, segmentId }) => !notFound.has(traceId + (segmentId ?? spanId)),
  )
  const filtered = normalized.spans.length - kept.length
  const outcomes = [...lostOf(normalized), ...(filtered > 0 ? [filteredOf(filtered)] : [])]
  return { spans: kept.map(scrubSpan), outcomes }
}

const NOT_FOUND = 'not-found'

function filteredOf(spans: number): CountedOutcome {
  return counted('span', 'filtered', NOT_FOUND, spans)
}

function lostOf({ unreadable, surplus }: { unreadable: number; surplus: number }): CountedOutcome[] {
  const lost = [
    counted('span', 'invalid', 'invalid_span', unreadable),
    counted('span', 'invalid', 'too_many_spans', surplus),
  ]
  return lost.filter(({ quantity }) => quantity > 0)
}

function counted(
  category: 'span' | 'transaction',
  outcome: Outcome,
  reason: string,
  quantity: number,
): CountedOutcome {
  return { category, outcome, reason, quantity }
}
