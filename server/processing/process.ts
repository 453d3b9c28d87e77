import { type Item, MalformedEnvelope, parseEnvelope } from '../ingest/envelope.ts'
import { type CountedOutcome, categoryOf } from '../ingest/outcome.ts'
import type { NormalizedEvent } from './event.ts'
import { matchingFilter } from './filters.ts'
import { type Grouping, groupingOf } from './grouping/grouping.ts'
import { readEventId } from './normalize/event-id.ts'
import { normalize } from './normalize.ts'
import { parseEvent, RefusedEvent } from './parse-event.ts'
import { scrub } from './scrub.ts'
import { type Title, titleOf } from './title.ts'

export interface ProcessingContext {
  /** Milliseconds since the epoch. */
  receivedAt: number
  /** For an event that brings no id. */
  newEventId: () => string
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
  outcomes: CountedOutcome[]
}

/** Pure, and never throws for what the envelope holds. */
export function processEnvelope(body: Uint8Array, context: ProcessingContext): Processed {
  try {
    const { headers, items } = parseEnvelope(body)
    const events = items.filter(
      (item) => item.headers.type === 'event' || item.headers.type === 'transaction',
    )
    if (events.length > 1) {
      const detail = 'Cannot read envelope: it holds more than one event'
      return {
        answer: { status: 400, detail },
        outcomes: items.map((item) => count(item, 'invalid', 'multiple_events')),
      }
    }
    return processItems(items, readEventId(headers.event_id), context)
  } catch (error) {
    if (!(error instanceof MalformedEnvelope)) throw error
    const outcome = {
      category: 'default',
      outcome: 'invalid',
      reason: 'malformed_envelope',
      quantity: 1,
    } as const
    return { answer: { status: 400, detail: error.message }, outcomes: [outcome] }
  }
}

function processItems(items: Item[], headerId: string | undefined, context: ProcessingContext): Processed {
  const processed: Processed = { answer: answerOf(headerId), outcomes: [] }
  for (const item of items) {
    if (item.headers.type !== 'event') {
      processed.outcomes.push(count(item, 'filtered', 'unsupported'))
      continue
    }
    try {
      const accepted = processEvent(item.payload, headerId, context)
      processed.answer = answerOf(accepted.event.event_id)
      const filter = matchingFilter(accepted.event)
      if (!filter) processed.event = accepted
      processed.outcomes.push(filter ? count(item, 'filtered', filter) : count(item, 'accepted', ''))
    } catch (error) {
      if (!(error instanceof RefusedEvent)) throw error
      processed.answer = { status: error.status, detail: error.message }
      processed.outcomes.push(count(item, 'invalid', error.reason))
    }
  }
  return processed
}

/** One event in, ready to be stored. */
function processEvent(
  payload: Uint8Array,
  headerId: string | undefined,
  { receivedAt, newEventId }: ProcessingContext,
): AcceptedEvent {
  const given = parseEvent(payload)
  const eventId = headerId ?? readEventId(given.event_id) ?? newEventId()
  const event = scrub(normalize(given, { eventId, receivedAt }))
  return { event, grouping: groupingOf(event), title: titleOf(event) }
}

function answerOf(id: string | undefined): Processed['answer'] {
  return id === undefined ? { status: 200 } : { status: 200, id }
}

function count({ headers }: Item, outcome: CountedOutcome['outcome'], reason: string): CountedOutcome {
  const { type, item_count } = headers
  // A container of spans or logs counts as what it says that it holds.
  const isCount = typeof item_count === 'number' && Number.isSafeInteger(item_count) && item_count > 0
  return {
    category: categoryOf(type),
    outcome,
    reason,
    quantity: isCount ? Math.min(item_count, 100_000) : 1,
  }
}
