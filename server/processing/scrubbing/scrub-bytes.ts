import { scrubBody } from '#server/processing/secrets/body.ts'
import { readFileText } from '#server/processing/secrets/file-text.ts'
import type { Scrubber } from '#server/processing/secrets/scrubber.ts'
import { limits } from '#server/protocol/limits.ts'

/** A file's bytes, if they are a text of bounded size; pictures, dumps and long logs stay as they were sent. */
export function scrubBytes(bytes: Uint8Array, scrubber: Scrubber): Uint8Array {
  if (bytes.length > limits.scrubbedAttachmentBytes) return bytes
  const file = readFileText(bytes)
  if (file === undefined) return bytes
  const scrubbed = scrubBody(file.text, scrubber)
  return scrubbed === file.text ? bytes : file.encode(scrubbed)
}
