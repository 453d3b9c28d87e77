import { parsePayload } from '#server/processing/pipeline/parse-payload.ts'
import { RefusedItem } from '#server/processing/pipeline/refused-item.ts'
import type { Envelope } from '#server/protocol/envelope.ts'
import { limits } from '#server/protocol/limits.ts'
import { unpackStoreBody } from '#server/protocol/store-body.ts'

/** One event by itself, as SDKs sent it before there were envelopes; some sent transactions by the same way. */
export function parseStoreBody(body: Uint8Array): Envelope {
  const payload = unpackStoreBody(body, limits.eventBytes)
  if (!payload) {
    const detail = `it is neither JSON nor compressed JSON of at most ${limits.eventBytes} bytes`
    throw new RefusedItem(400, 'invalid_json', `Cannot read event: ${detail}`)
  }
  const { type } = parsePayload('event', payload, limits.eventBytes)
  const headers = { type: type === 'transaction' ? 'transaction' : 'event' }
  return { headers: {}, items: [{ headers, payload }] }
}
