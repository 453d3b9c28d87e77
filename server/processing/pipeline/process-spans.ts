import {
  type EventFilter,
  matchingReleaseFilter,
  matchingVisitFilter,
} from '#server/processing/filters/matching-filter.ts'
import { parseEventId } from '#server/processing/normalize/event-id.ts'
import { parseRequest } from '#server/processing/normalize/request.ts'
import { normalizeContainer } from '#server/processing/normalize/spans/span-container.ts'
import {
  normalizeStandaloneSpan,
  normalizeTransaction,
} from '#server/processing/normalize/spans/transaction.ts'
import { type JsonObject, Warnings } from '#server/processing/normalize/untrusted.ts'
import { scrubSpan } from '#server/processing/scrubbing/scrub.ts'
import type { NormalizedSpan } from '#server/processing/span.ts'
import type { CountedOutcome, Outcome } from '#server/protocol/outcome.ts'
import type { ItemContext } from './context.ts'
import type { ProcessedItem } from './processed.ts'
import { RefusedItem } from './refused-item.ts'

/** Counts as one transaction and, as in Sentry's client reports, as each of its spans, the segment among them. */
export function processTransaction(
  transaction: JsonObject,
  { newEventId, settings, scrubber }: ItemContext,
  headerId: string | undefined,
): ProcessedItem {
  const id = headerId ?? parseEventId(transaction.event_id) ?? newEventId()
  const normalized = normalizeTransaction(transaction, id)
  if (!normalized) {
    const missing = 'trace_id, span_id, start_timestamp or timestamp is missing'
    throw new RefusedItem(400, 'invalid_transaction', `Cannot read transaction: ${missing}`)
  }
  const { segment, children } = normalized
  const lost = lostOf(normalized)
  const spans = [segment, ...children]
  const request = () => parseRequest(transaction.request, new Warnings())
  const filter = matchingVisitFilter(segment, request, settings?.filters)
  if (filter) {
    const outcomes = [
      counted('transaction', 'filtered', filter, 1),
      counted('span', 'filtered', filter, spans.length),
      ...lost,
    ]
    return { id, outcomes }
  }
  const accepted = counted('transaction', 'accepted', '', 1)
  return { id, spans: spans.map((span) => scrubSpan(span, scrubber)), outcomes: [accepted, ...lost] }
}

/** A container of streamed spans, or one span in the older shape. */
export function processSpanItem(payload: JsonObject, { settings, scrubber }: ItemContext): ProcessedItem {
  const filters = settings?.filters
  if (payload.items === undefined) {
    const span = normalizeStandaloneSpan(payload)
    const filter = span && matchingReleaseFilter(span.release, filters)
    if (filter) return { outcomes: [counted('span', 'filtered', filter, 1)] }
    if (span) return { spans: [scrubSpan(span, scrubber)], outcomes: [] }
    const missing = 'trace_id, span_id, start_timestamp or timestamp is missing'
    throw new RefusedItem(400, 'invalid_span', `Cannot read span: ${missing}`)
  }
  if (!Array.isArray(payload.items) || payload.items.length === 0) {
    throw new RefusedItem(400, 'no_spans', 'Cannot read spans: their container has no items')
  }
  const normalized = normalizeContainer(payload, payload.items)
  const { kept, filtered } = withoutFiltered(normalized.spans, filters)
  return {
    spans: kept.map((span) => scrubSpan(span, scrubber)),
    outcomes: [...lostOf(normalized), ...filtered],
  }
}

/** A segment decides about all that was recorded under it, as far as it came with them. */
function withoutFiltered(spans: NormalizedSpan[], filters: ItemFilters) {
  const filterBySegment = new Map<string, EventFilter>()
  for (const span of spans) {
    const filter = span.isSegment ? matchingVisitFilter(span, () => undefined, filters) : undefined
    if (filter) filterBySegment.set(span.traceId + span.spanId, filter)
  }
  const count = new Map<EventFilter, number>()
  const accepted = spans.filter(({ traceId, spanId, segmentId, release }) => {
    const filter =
      filterBySegment.get(traceId + (segmentId ?? spanId)) ?? matchingReleaseFilter(release, filters)
    if (filter) count.set(filter, (count.get(filter) ?? 0) + 1)
    return filter === undefined
  })
  const filtered = [...count].map(([filter, quantity]) => counted('span', 'filtered', filter, quantity))
  return { kept: accepted, filtered }
}

type ItemFilters = NonNullable<ItemContext['settings']>['filters'] | undefined

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
