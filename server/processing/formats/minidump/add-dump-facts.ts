import { jsonItem } from '#server/processing/formats/json-item.ts'
import { parsePayload } from '#server/processing/pipeline/parse-payload.ts'
import { RefusedItem } from '#server/processing/pipeline/refused-item.ts'
import type { Envelope } from '#server/protocol/envelope.ts'
import { limits } from '#server/protocol/limits.ts'
import { withDumpFacts } from './dump-facts.ts'
import { readDump } from './read-dump.ts'

/**
 * The SDKs of Electron and native applications send a dump beside an event: the event is given what the dump says. A dump that
 * cannot be read is an attachment like others.
 */
export function addDumpFacts(envelope: Envelope): Envelope {
  const dump = envelope.items.find(({ headers }) => headers.attachment_type === 'event.minidump')
  const event = dump && envelope.items.find(({ headers }) => headers.type === 'event')
  if (!event) return envelope
  try {
    const own = parsePayload('event', event.payload, limits.eventBytes)
    const item = jsonItem('event', withDumpFacts(own, readDump(dump.payload)))
    if (item.payload.length > limits.eventBytes) return envelope
    return { ...envelope, items: envelope.items.map((each) => (each === event ? item : each)) }
  } catch (error) {
    if (error instanceof RefusedItem) return envelope
    throw error
  }
}
