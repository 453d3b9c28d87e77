import { limits } from './limits.ts'

export interface Envelope {
  headers: EnvelopeHeaders
  items: Item[]
  /** Warnings that are stored with the event, about files that came with it. */
  warnings?: readonly string[]
}

export interface EnvelopeHeaders {
  event_id?: unknown
  dsn?: unknown
  sent_at?: unknown
}

export interface Item {
  headers: ItemHeaders
  payload: Uint8Array
}

export interface ItemHeaders {
  type: string
  length?: number
  item_count?: unknown
  /** An attachment has these. */
  filename?: unknown
  content_type?: unknown
  attachment_type?: unknown
}

/** The sender's mistake; its message goes back to the sender. */
export class MalformedEnvelope extends Error {}

const NEWLINE = 0x0a

/**
 * Framing as in https://develop.sentry.dev/sdk/data-model/envelopes/: lines end with `\n` only, so a `\r`
 * is payload. Payloads are views into `body`.
 */
export function parseEnvelope(body: Uint8Array): Envelope {
  const reader = createReader(body)
  const headers = parseHeaders(reader.headerLine('envelope header'), 'envelope header')
  const items: Item[] = []
  while (reader.skipBlankLines()) {
    if (items.length === limits.itemsPerEnvelope) {
      throw new MalformedEnvelope(`Cannot read envelope: it has more than ${limits.itemsPerEnvelope} items`)
    }
    const itemHeaders = parseItemHeaders(reader.headerLine('item header'))
    const payload = itemHeaders.length === undefined ? reader.line() : reader.take(itemHeaders.length)
    items.push({ headers: itemHeaders, payload })
  }
  return { headers, items }
}

/** Reads the first line alone: it says whom an envelope is for. */
export function parseEnvelopeHeaders(
  body: Uint8Array,
  longest: number = limits.headerLineBytes,
): EnvelopeHeaders {
  return parseHeaders(createReader(body).headerLine('envelope header', longest), 'envelope header')
}

function createReader(body: Uint8Array) {
  const lookup = Buffer.from(body.buffer, body.byteOffset, body.byteLength) // Its search is many times as fast.
  let position = 0

  function line(): Uint8Array {
    const newline = lookup.indexOf(NEWLINE, position)
    const end = newline === -1 ? body.length : newline
    const bytes = body.subarray(position, end)
    position = Math.min(end + 1, body.length)
    return bytes
  }

  return {
    line,
    /** False at the end. SDKs leave blank lines after the last item. */
    skipBlankLines(): boolean {
      while (position < body.length && body[position] === NEWLINE) position++
      return position < body.length
    },
    headerLine(name: string, longest: number = limits.headerLineBytes): Uint8Array {
      const bytes = line()
      if (bytes.length <= longest) return bytes
      throw new MalformedEnvelope(`Cannot read ${name}: it is longer than ${longest} bytes`)
    },
    take(length: number): Uint8Array {
      const end = position + length
      if (end > body.length) {
        const left = body.length - position
        throw new MalformedEnvelope(
          `Cannot read item: its header says ${length} bytes, but the envelope has only ${left} left`,
        )
      }
      if (end < body.length && body[end] !== NEWLINE) {
        throw new MalformedEnvelope(`Cannot read item: no line break follows its ${length} bytes`)
      }
      const bytes = body.subarray(position, end)
      position = Math.min(end + 1, body.length)
      return bytes
    },
  }
}

function parseItemHeaders(line: Uint8Array): ItemHeaders {
  const headers = parseHeaders(line, 'item header')
  if (typeof headers.type !== 'string' || headers.type === '') {
    throw new MalformedEnvelope('Cannot read item header: it has no type')
  }
  const { type, length, item_count, filename, content_type, attachment_type } = headers
  const others = type === 'attachment' ? { filename, content_type, attachment_type } : {}
  if (length === undefined || length === null) return { type, item_count, ...others }
  if (typeof length !== 'number' || !Number.isSafeInteger(length) || length < 0) {
    throw new MalformedEnvelope('Cannot read item header: its length is not a whole number of bytes')
  }
  return { type, length, item_count, ...others }
}

const decoder = new TextDecoder('utf-8', { fatal: true })

function parseHeaders(line: Uint8Array, name: string): Record<string, unknown> {
  const headers = parseJson(line, name)
  if (typeof headers === 'object' && headers !== null && !Array.isArray(headers)) {
    return headers as Record<string, unknown> // The line above has checked it.
  }
  throw new MalformedEnvelope(`Cannot read ${name}: it is not a JSON object`)
}

function parseJson(line: Uint8Array, name: string): unknown {
  try {
    return JSON.parse(decoder.decode(line))
  } catch (cause) {
    throw new MalformedEnvelope(`Cannot read ${name}: it is not JSON`, { cause })
  }
}
