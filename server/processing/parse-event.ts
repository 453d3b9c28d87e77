import { limits } from '../ingest/limits.ts'
import { isObject, type JsonObject } from './normalize/untrusted.ts'

/** An event that can't be taken at all; status and message go back to the sender. */
export class RefusedEvent extends Error {
  readonly status: 400 | 413
  /** For the outcome. */
  readonly reason: string

  constructor(status: 400 | 413, reason: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
    this.reason = reason
  }
}

/** Not fatal: a byte that is no UTF-8 becomes `\ufffd`, which hurts less than a lost event. */
const decoder = new TextDecoder()

export function parseEvent(payload: Uint8Array): JsonObject {
  if (payload.length > limits.eventBytes) {
    throw new RefusedEvent(
      413,
      'too_large',
      `Cannot read event: it is larger than ${limits.eventBytes} bytes`,
    )
  }
  const event = parseJson(payload)
  if (!isObject(event))
    throw new RefusedEvent(400, 'invalid_json', 'Cannot read event: it is not a JSON object')
  if (isDeeperThan(event, limits.jsonDepth)) {
    throw new RefusedEvent(
      400,
      'too_deep',
      `Cannot read event: JSON is nested deeper than ${limits.jsonDepth}`,
    )
  }
  return event
}

function parseJson(payload: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(payload)) // V8 parses without recursion: depth is no danger here
  } catch (cause) {
    throw new RefusedEvent(400, 'invalid_json', 'Cannot read event: it is not JSON', { cause })
  }
}

/** Recurses no deeper than `depth`. */
function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (depth === 0) return true
  if (Array.isArray(value)) return value.some((item) => isDeeperThan(item, depth - 1))
  for (const key in value) {
    if (isDeeperThan((value as JsonObject)[key], depth - 1)) return true // an object, as just checked
  }
  return false
}
