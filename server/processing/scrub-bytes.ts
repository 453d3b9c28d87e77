import { limits } from '../ingest/limits.ts'
import { scrubBody } from './secrets/body.ts'
import type { Scrubber } from './secrets/scrubber.ts'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const encoder = new TextEncoder()

/** A file's bytes, if they are a text of bounded size; pictures, dumps and long logs stay as they were sent. */
export function scrubBytes(bytes: Uint8Array, scrubber: Scrubber): Uint8Array {
  if (bytes.length > limits.scrubbedAttachmentBytes || bytes.includes(0)) return bytes
  const text = decode(bytes)
  if (text === undefined) return bytes
  const scrubbed = scrubBody(text, scrubber)
  return scrubbed === text ? bytes : encoder.encode(scrubbed)
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}
