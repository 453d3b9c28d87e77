import { createHash } from 'node:crypto'
import { parseEventId } from '#server/processing/normalize/event-id.ts'
import { parseTraceId } from '#server/processing/normalize/spans/span-id.ts'
import { parseInstant } from '#server/processing/normalize/time.ts'
import { isObject, type JsonObject, parseText, Warnings } from '#server/processing/normalize/untrusted.ts'
import type { ProcessingContext } from '#server/processing/pipeline/context.ts'
import type { ReadItem } from '#server/processing/pipeline/processed.ts'
import { RefusedItem } from '#server/processing/pipeline/refused-item.ts'
import type { FeedbackRecord } from '#server/processing/record.ts'
import { scrubOrNull, scrubVersion } from '#server/processing/scrubbing/scrub-version.ts'
import type { Scrubber } from '#server/processing/secrets/scrubber.ts'
import { limits } from '#server/protocol/limits.ts'

/** An event that holds feedback in its contexts: https://develop.sentry.dev/sdk/telemetry/feedbacks/ */
export function parseFeedback(
  payload: JsonObject,
  { receivedAt, newEventId }: ProcessingContext,
  headerId: string | undefined,
): ReadItem<FeedbackRecord> {
  const contexts = isObject(payload.contexts) ? payload.contexts : {}
  const feedback = isObject(contexts.feedback) ? contexts.feedback : {}
  const trace = isObject(contexts.trace) ? contexts.trace : {}
  const message = parseMessage(feedback.message)
  if (message === undefined) {
    throw new RefusedItem(400, 'no_message', 'Cannot read feedback: contexts.feedback has no message')
  }
  const id = headerId ?? parseEventId(payload.event_id) ?? newEventId()
  const record: FeedbackRecord = {
    kind: 'feedback',
    feedbackId: id,
    eventId: parseEventId(feedback.associated_event_id) ?? null,
    timestamp: Math.round((parseInstant(payload.timestamp) ?? receivedAt / 1000) * 1000),
    message,
    name: parseName(feedback.name),
    email: parseName(feedback.contact_email),
    url: parseText(feedback.url, limits.urlChars, 'url', new Warnings()) ?? null,
    source: parseName(feedback.source) ?? 'feedback',
    traceId: parseTraceId(trace.trace_id) ?? null,
    release: parseName(payload.release),
    environment: parseName(payload.environment),
  }
  return { id, records: [record], outcomes: [] }
}

/** The older way, always about an event: https://develop.sentry.dev/sdk/data-model/envelope-items/#user-report */
export function parseUserReport(
  payload: JsonObject,
  { receivedAt }: ProcessingContext,
  headerId: string | undefined,
): ReadItem<FeedbackRecord> {
  const eventId = parseEventId(payload.event_id) ?? headerId
  const message = parseMessage(payload.comments)
  if (eventId === undefined || message === undefined) {
    throw new RefusedItem(
      400,
      'invalid_feedback',
      'Cannot read user report: event_id or comments are missing',
    )
  }
  const name = parseName(payload.name)
  const email = parseName(payload.email)
  const record: FeedbackRecord = {
    kind: 'feedback',
    // It has no id of its own: the same words about the same event are a repeat.
    feedbackId: hash128(JSON.stringify([eventId, name, email, message])),
    eventId,
    timestamp: receivedAt,
    message,
    name,
    email,
    url: null,
    source: 'user_report',
    traceId: null,
    release: null,
    environment: null,
  }
  return { records: [record], outcomes: [] }
}

export function scrubFeedback(record: FeedbackRecord, scrubber: Scrubber): FeedbackRecord {
  return {
    ...record,
    ...scrubVersion(record, scrubber),
    name: scrubOrNull(record.name, scrubber),
    email: scrubOrNull(record.email, scrubber),
    message: scrubber.text(record.message),
    url: scrubOrNull(record.url, scrubber),
    source: scrubber.text(record.source),
  }
}

function parseMessage(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : undefined
  return parseText(text, limits.feedbackChars, 'message', new Warnings())
}

function parseName(value: unknown): string | null {
  return parseText(value, limits.nameChars, 'name', new Warnings()) ?? null
}

function hash128(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
