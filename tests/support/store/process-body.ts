import type { ProcessingContext } from '#server/processing/pipeline/context.ts'
import { processSubmission } from '#server/processing/pipeline/process.ts'
import type { Processed } from '#server/processing/pipeline/processed.ts'
import type { Submission } from '#server/protocol/formats.ts'

const RECEIVED_AT = 1_790_000_100_000

/** What a body in any format comes to; ids are counted. */
export function processBody(format: Submission['format'], body: unknown, hints: Submission['hints'] = {}) {
  let ids = 0
  const bytes = body instanceof Uint8Array ? body : new TextEncoder().encode(textOf(body))
  const processed = processSubmission(
    { ...(format === undefined ? {} : { format }), body: bytes, hints },
    { receivedAt: RECEIVED_AT, newEventId: () => String(++ids).padStart(32, '0') },
  )
  return {
    answer: processed[0].answer,
    events: processed.flatMap(({ event }) => (event ? [event] : [])),
    spans: processed.flatMap(({ spans }) => spans),
    records: processed.flatMap(({ records }) => records),
    outcomes: processed.flatMap(({ outcomes }) => outcomes),
  }
}

function textOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body)
}

/** An envelope alone, which has one event at most. */
export function processEnvelope(body: Uint8Array, context: ProcessingContext): Processed {
  return processSubmission({ body }, context)[0]
}
