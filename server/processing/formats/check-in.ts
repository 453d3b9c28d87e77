import { parseEventId } from '#server/processing/normalize/event-id.ts'
import type { JsonObject } from '#server/processing/normalize/untrusted.ts'
import { parsePayload } from '#server/processing/pipeline/parse-payload.ts'
import type { Envelope } from '#server/protocol/envelope.ts'
import type { Submission } from '#server/protocol/formats.ts'
import { limits } from '#server/protocol/limits.ts'
import { jsonItem } from './json-item.ts'

/** Of who does not say: the latest that is in progress, or a new one. */
const LATEST = '0'.repeat(32)
const IN_QUERY = ['check_in_id', 'status', 'environment', 'release'] as const

/**
 * A check-in by a plain request, as a shell script can send it: what it says stands in the address, in the body, or
 * in both; the address goes first. https://docs.sentry.io/product/crons/getting-started/http/
 */
export function parseCheckIn({ body, hints = {} }: Submission): Envelope {
  const { slug, query = {} } = hints
  const given = isBlank(body) ? {} : parsePayload('check-in', body, limits.checkInBytes)
  const payload: JsonObject = { ...given, monitor_slug: slug }
  for (const name of IN_QUERY) if (query[name] !== undefined) payload[name] = query[name]
  if (query.duration !== undefined) payload.duration = Number(query.duration)
  payload.check_in_id ??= LATEST
  const id = parseEventId(payload.check_in_id)
  return { headers: id === LATEST ? {} : { event_id: id }, items: [jsonItem('check_in', payload)] }
}

function isBlank(body: Uint8Array): boolean {
  return body.every((byte) => byte <= 0x20)
}
