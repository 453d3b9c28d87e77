import { readText, Warnings } from '#server/processing/normalize/untrusted.ts'
import type { ItemContext } from '#server/processing/pipeline/context.ts'
import type { ProcessedItem } from '#server/processing/pipeline/processed.ts'
import { RefusedItem } from '#server/processing/pipeline/refused-item.ts'
import type { AttachmentRecord } from '#server/processing/record.ts'
import { scrubRecord } from '#server/processing/scrubbing/scrub-record.ts'
import type { Item } from '#server/protocol/envelope.ts'
import { limits } from '#server/protocol/limits.ts'

/** Bytes that belong to the event that the envelope's header names: https://develop.sentry.dev/sdk/data-model/envelope-items/#attachment */
export function processAttachment(
  { headers, payload }: Item,
  eventId: string | undefined,
  { scrubber, work }: ItemContext,
): ProcessedItem {
  if (eventId === undefined) {
    const matter = "the envelope's header has no event_id"
    throw new RefusedItem(400, 'no_event_id', `Cannot accept attachment: ${matter}`)
  }
  if (payload.length > limits.attachmentBytes) {
    const matter = `it is larger than ${limits.attachmentBytes} bytes`
    throw new RefusedItem(413, 'too_large', `Cannot accept attachment: ${matter}`)
  }
  // a larger one is stored as it is
  if (payload.length <= limits.scrubbedAttachmentBytes) work?.spend('attachment', payload.length)
  const record: AttachmentRecord = {
    kind: 'attachment',
    eventId,
    filename: readFilename(headers.filename),
    contentType: readName(headers.content_type),
    attachmentType: readName(headers.attachment_type) ?? 'event.attachment',
    bytes: payload,
  }
  return { records: [scrubRecord(record, scrubber)], outcomes: [] }
}

/** The last part of a path, without characters that would change how it reads: it is shown, and offered for saving. */
function readFilename(value: unknown): string {
  const name = readName(value) ?? ''
  const plain = name.replace(/^.*[\\/]/s, '').replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')
  return /^\.*$/.test(plain) ? 'attachment' : plain
}

function readName(value: unknown): string | null {
  return readText(value, limits.nameChars, 'name', new Warnings()) ?? null
}
