import { type Envelope, type Item, MalformedEnvelope } from '../ingest/envelope.ts'
import type { Submission } from '../ingest/formats.ts'
import { limits } from '../ingest/limits.ts'
import { type CountedOutcome, categoryOf, type Outcome } from '../ingest/outcome.ts'
import type { ProjectSettings } from '../project-setting-schemas.ts'
import { readClientReport } from './client-report.ts'
import type { NormalizedEvent } from './event.ts'
import { matchingFilter } from './filters.ts'
import { readSubmission } from './formats/read-submission.ts'
import { type Grouping, groupingOf } from './grouping/grouping.ts'
import { readEventId } from './normalize/event-id.ts'
import { normalize } from './normalize.ts'
import { parsePayload, RefusedItem } from './parse-payload.ts'
import { processSpanItem, processTransaction } from './process-spans.ts'
import type { StoredRecord } from './record.ts'
import { scrub } from './scrub.ts'
import type { NormalizedSpan } from './span.ts'
import { type Title, titleOf } from './title.ts'

export interface ProcessingContext {
  /** Milliseconds since the epoch. */
  receivedAt: number
  /** For an event that brings no id. */
  newEventId: () => string
  /** Of the project; the defaults, if they are not given. */
  settings?: ProjectSettings
}

export interface AcceptedEvent {
  event: NormalizedEvent
  grouping: Grouping
  title: Title
}

/** What an envelope comes to: each of its items is in exactly one outcome. */
export interface Processed {
  answer: { status: 200; id?: string } | { status: 400 | 413; detail: string }
  event?: AcceptedEvent
  /** Accepted, and not among the outcomes: which of them are new, only the store can tell. */
  spans: NormalizedSpan[]
  /** Likewise. */
  records: StoredRecord[]
  outcomes: CountedOutcome[]
}

/** What one item adds. Without an outcome of its own, it is counted as accepted. */
export interface ProcessedItem {
  /** Of the event or transaction, for the answer. */
  id?: string
  event?: AcceptedEvent
  spans?: NormalizedSpan[]
  records?: StoredRecord[]
  outcomes: CountedOutcome[]
}

/**
 * Pure, and never throws for what the body holds. The first of what it gives has the answer; the others are what
 * else came in the same body, each with an event of its own.
 */
export function processSubmission(
  submission: Submission,
  context: ProcessingContext,
): [Processed, ...Processed[]] {
  try {
    const [first, ...others] = readSubmission(submission, context)
    return [processItemsOf(first, context), ...others.map((other) => processItemsOf(other, context))]
  } catch (error) {
    if (!(error instanceof MalformedEnvelope)) throw error
    const outcome = {
      category: 'default',
      outcome: 'invalid',
      reason: 'malformed_envelope',
      quantity: 1,
    } as const
    return [{ answer: { status: 400, detail: error.message }, spans: [], records: [], outcomes: [outcome] }]
  }
}

/** An envelope alone, which has one event at most. */
export function processEnvelope(body: Uint8Array, context: ProcessingContext): Processed {
  return processSubmission({ body }, context)[0]
}

function processItemsOf({ headers, items }: Envelope, context: ProcessingContext): Processed {
  const events = items.filter((item) => item.headers.type === 'event' || item.headers.type === 'transaction')
  if (events.length > 1) {
    const detail = 'Cannot read envelope: it holds more than one event'
    const outcomes = items.map((item) => count(item, 'invalid', 'multiple_events'))
    return { answer: { status: 400, detail }, spans: [], records: [], outcomes }
  }
  return processItems(items, readEventId(headers.event_id), context)
}

function processItems(items: Item[], headerId: string | undefined, context: ProcessingContext): Processed {
  const processed: Processed = { answer: answerOf(headerId), spans: [], records: [], outcomes: [] }
  let refusal: RefusedItem | undefined
  let isAnyTaken = false
  for (const item of items) {
    try {
      const result = processItem(item, headerId, context)
      if (!result) {
        processed.outcomes.push(count(item, 'filtered', 'unsupported'))
        continue
      }
      isAnyTaken = true
      if (result.id !== undefined) processed.answer = answerOf(result.id)
      if (result.event) processed.event = result.event
      processed.outcomes.push(...result.outcomes)
      if (result.spans) takeSpans(processed, result.spans)
      if (result.records) processed.records.push(...result.records)
    } catch (error) {
      if (!(error instanceof RefusedItem)) throw error
      refusal ??= error
      processed.outcomes.push(count(item, 'invalid', error.reason))
    }
  }
  // Who hears of a refusal counts all that was in the envelope as lost.
  if (refusal && !isAnyTaken) processed.answer = { status: refusal.status, detail: refusal.message }
  return processed
}

function takeSpans({ spans, outcomes }: Processed, given: NormalizedSpan[]): void {
  const room = limits.spansPerEnvelope - spans.length
  spans.push(...given.slice(0, room))
  const quantity = given.length - room
  if (quantity > 0)
    outcomes.push({ category: 'span', outcome: 'invalid', reason: 'too_many_spans', quantity })
}

/** Undefined for a type that nobody shows yet. */
function processItem(
  { headers, payload }: Item,
  headerId: string | undefined,
  context: ProcessingContext,
): ProcessedItem | undefined {
  switch (headers.type) {
    case 'event':
      return processEvent(parsePayload('event', payload, limits.eventBytes), headerId, context)
    case 'transaction':
      return processTransaction(parsePayload('transaction', payload, limits.eventBytes), headerId, context)
    case 'span':
      return processSpanItem(parsePayload('spans', payload, limits.spanContainerBytes))
    case 'client_report': {
      const discarded = readClientReport(parsePayload('client report', payload, limits.clientReportBytes))
      return { outcomes: [outcomeOf('client_report', 'accepted', ''), ...discarded] }
    }
    default:
      return undefined
  }
}

/** One event in, ready to be stored. */
function processEvent(
  given: Record<string, unknown>,
  headerId: string | undefined,
  { receivedAt, newEventId }: ProcessingContext,
): ProcessedItem {
  const eventId = headerId ?? readEventId(given.event_id) ?? newEventId()
  const event = scrub(normalize(given, { eventId, receivedAt }))
  const filter = matchingFilter(event)
  if (filter) return { id: eventId, outcomes: [outcomeOf('event', 'filtered', filter)] }
  return {
    id: eventId,
    event: { event, grouping: groupingOf(event), title: titleOf(event) },
    outcomes: [outcomeOf('event', 'accepted', '')],
  }
}

function answerOf(id: string | undefined): Processed['answer'] {
  return id === undefined ? { status: 200 } : { status: 200, id }
}

function outcomeOf(itemType: string, outcome: Outcome, reason: string): CountedOutcome {
  return { category: categoryOf(itemType), outcome, reason, quantity: 1 }
}

function count({ headers }: Item, outcome: Outcome, reason: string): CountedOutcome {
  const { type, item_count } = headers
  // A container of spans or logs counts as what it says that it holds.
  const isCount = typeof item_count === 'number' && Number.isSafeInteger(item_count) && item_count > 0
  return { ...outcomeOf(type, outcome, reason), quantity: isCount ? Math.min(item_count, 100_000) : 1 }
}
