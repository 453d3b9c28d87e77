import { clockDriftOf, correctSpan } from '#server/processing/clock-drift.ts'
import { parseSubmission } from '#server/processing/formats/parse-submission.ts'
import { parseEventId } from '#server/processing/normalize/event-id.ts'
import { categoryOfKind, type StoredRecord } from '#server/processing/record.ts'
import type { NormalizedSpan } from '#server/processing/span.ts'
import { type Envelope, type Item, MalformedEnvelope } from '#server/protocol/envelope.ts'
import { ITEM_TYPE_OF, type Submission } from '#server/protocol/formats.ts'
import { limits } from '#server/protocol/limits.ts'
import { type CountedOutcome, type Outcome, outcomeOf } from '#server/protocol/outcome.ts'
import type { ProcessingContext } from './context.ts'
import { leaveAttachments, type ParentOutcome, parentOutcomeOf } from './parent-outcome.ts'
import { processItem } from './process-item.ts'
import type { Processed } from './processed.ts'
import { RefusedItem } from './refused-item.ts'
import { limitsOfUnstored, UNSUPPORTED } from './unstored-limits.ts'
import { createWorkBudget } from './work-budget.ts'

/**
 * Pure, and never throws for what the body holds. The first of what it gives has the answer; the others are what
 * else came in the same body, each with an event of its own.
 */
export function processSubmission(
  submission: Submission,
  context: ProcessingContext,
): [Processed, ...Processed[]] {
  const bounded = { ...context, work: context.work ?? createWorkBudget() }
  try {
    const [first, ...others] = parseSubmission(submission, bounded)
    const processed = processItemsOf(first, bounded)
    if (submission.format?.startsWith('otlp_')) tellRejected(processed)
    return [processed, ...others.map((other) => processItemsOf(other, bounded))]
  } catch (error) {
    return [unreadable(submission, error)]
  }
}

/** OTLP's answers say how many of the spans or log records could not be taken. */
function tellRejected({ answer, outcomes }: Processed): void {
  const invalid = outcomes.filter(({ outcome }) => outcome === 'invalid')
  if (answer.status === 200 && invalid.length > 0) {
    answer.rejected = invalid.reduce((sum, { quantity }) => sum + quantity, 0)
  }
}

function unreadable({ format = 'envelope' }: Submission, error: unknown): Processed {
  const isRefused = error instanceof RefusedItem
  if (!isRefused && !(error instanceof MalformedEnvelope)) throw error
  const { status, reason, quantity } = isRefused ? error : MALFORMED
  const outcome = { ...outcomeOf(ITEM_TYPE_OF[format], 'invalid', reason), quantity }
  return { answer: { status, detail: error.message }, spans: [], records: [], outcomes: [outcome] }
}

const MALFORMED = { status: 400, reason: 'malformed_envelope', quantity: 1 } as const

/** All that a body holds, with one outcome: for one that can't be processed, or is rejected. */
export function countItems(
  submission: Submission,
  context: ProcessingContext,
  outcome: Outcome,
  reason: string,
): CountedOutcome[] {
  try {
    const envelopes = parseSubmission(submission, context)
    return envelopes.flatMap(({ items }) => items.map((item) => count(item, outcome, reason)))
  } catch {
    return [{ category: 'default', outcome, reason, quantity: 1 }] // nobody can say what is in it
  }
}

function processItemsOf({ headers, items, warnings = [] }: Envelope, context: ProcessingContext): Processed {
  const events = items.filter((item) => item.headers.type === 'event' || item.headers.type === 'transaction')
  if (events.length > 1) {
    const detail = 'Cannot read envelope: it holds more than one event'
    const outcomes = items.map((item) => count(item, 'invalid', 'multiple_events'))
    return { answer: { status: 400, detail }, spans: [], records: [], outcomes }
  }
  const driftMs = clockDriftOf(headers.sent_at, context.receivedAt)
  return processItems(items, parseEventId(headers.event_id), { ...context, driftMs, warnings })
}

function processItems(items: Item[], headerId: string | undefined, context: ProcessingContext): Processed {
  const processed: Processed = { answer: answerOf(headerId), spans: [], records: [], outcomes: [] }
  let refusal: RefusedItem | undefined
  let parentOutcome: ParentOutcome | undefined
  let isAnyTaken = false
  for (const item of items) {
    try {
      const result = processItem(item, headerId, context)
      if (!result) {
        processed.outcomes.push(count(item, 'filtered', UNSUPPORTED))
        continue
      }
      isAnyTaken = true
      if (result.id !== undefined) processed.answer = answerOf(result.id)
      if (result.event) processed.event = result.event
      processed.outcomes.push(...result.outcomes)
      parentOutcome ??= parentOutcomeOf(item, result.outcomes)
      if (result.spans) takeSpans(processed, inTime(result.spans, context))
      if (result.records) takeRecords(processed, result.records)
    } catch (error) {
      if (!(error instanceof RefusedItem)) processed.failure ??= String(error)
      const refused = error instanceof RefusedItem ? error : failedItem(error)
      refusal ??= refused
      processed.outcomes.push(count(item, 'invalid', refused.reason))
      parentOutcome ??= parentOutcomeOf(item, processed.outcomes.slice(-1))
    }
  }
  if (parentOutcome) leaveAttachments(processed, parentOutcome)
  // Who hears of a refusal counts all that was in the envelope as lost.
  if (refusal && !isAnyTaken) processed.answer = { status: refusal.status, detail: refusal.message }
  else tellUnstored(processed)
  return processed
}

/** An item that our own code threw on: it is refused alone, and the others of its envelope are taken. */
function failedItem(cause: unknown): RefusedItem {
  return new RefusedItem(400, 'internal', 'Cannot read envelope: its content could not be processed', {
    cause,
  })
}

function tellUnstored({ answer, outcomes }: Processed): void {
  const told = limitsOfUnstored(outcomes)
  if (answer.status === 200 && told.length > 0) answer.limits = told
}

function inTime(spans: NormalizedSpan[], { driftMs = 0 }: ProcessingContext): NormalizedSpan[] {
  return driftMs === 0 ? spans : spans.map((span) => correctSpan(span, driftMs))
}

function takeSpans({ spans, outcomes }: Processed, given: NormalizedSpan[]): void {
  const room = limits.spansPerEnvelope - spans.length
  spans.push(...given.slice(0, room))
  const quantity = given.length - room
  if (quantity > 0)
    outcomes.push({ category: 'span', outcome: 'invalid', reason: 'too_many_spans', quantity })
}

function takeRecords({ records, outcomes }: Processed, given: StoredRecord[]): void {
  const room = limits.recordsPerEnvelope - records.length
  records.push(...given.slice(0, room))
  for (const { kind } of given.slice(room)) {
    outcomes.push({
      category: categoryOfKind(kind),
      outcome: 'invalid',
      reason: 'too_many_items',
      quantity: 1,
    })
  }
}

function answerOf(id: string | undefined): Processed['answer'] {
  return id === undefined ? { status: 200 } : { status: 200, id }
}

function count({ headers }: Item, outcome: Outcome, reason: string): CountedOutcome {
  const { type, item_count } = headers
  // A container of spans or logs counts as what it says that it holds.
  const isCount = typeof item_count === 'number' && Number.isSafeInteger(item_count) && item_count > 0
  return { ...outcomeOf(type, outcome, reason), quantity: isCount ? Math.min(item_count, 100_000) : 1 }
}
