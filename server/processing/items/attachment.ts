import { parseText, Warnings } from '#server/processing/normalize/untrusted.ts'
import type { ProcessingContext } from '#server/processing/pipeline/context.ts'
import type { ReadItem } from '#server/processing/pipeline/processed.ts'
import { RefusedItem } from '#server/processing/pipeline/refused-item.ts'
import type { AttachmentRecord } from '#server/processing/record.ts'
import { scrubBytes } from '#server/processing/scrubbing/scrub-bytes.ts'
import { scrubOrNull } from '#server/processing/scrubbing/scrub-version.ts'
import type { Scrubber } from '#server/processing/secrets/scrubber.ts'
import type { Item } from '#server/protocol/envelope.ts'
import { limits } from '#server/protocol/limits.ts'

/** Bytes that belong to the event that the envelope's header names: https://develop.sentry.dev/sdk/data-model/envelope-items/#attachment */
export function parseAttachment(
  { headers, payload }: Item,
  { work }: ProcessingContext,
  eventId: string | undefined,
): ReadItem<AttachmentRecord> {
  if (eventId === undefined) {
    const message = "the envelope's header has no event_id"
    throw new RefusedItem(400, 'no_event_id', `Cannot accept attachment: ${message}`)
  }
  if (payload.length > limits.attachmentBytes) {
    const message = `it is larger than ${limits.attachmentBytes} bytes`
    throw new RefusedItem(413, 'too_large', `Cannot accept attachment: ${message}`)
  }
  // a larger one is stored as it is
  if (payload.length <= limits.scrubbedAttachmentBytes) work?.spend('attachment', payload.length)
  const record: AttachmentRecord = {
    kind: 'attachment',
    eventId,
    filename: parseFilename(headers.filename),
    contentType: parseName(headers.content_type),
    attachmentType: parseName(headers.attachment_type) ?? 'event.attachment',
    bytes: payload,
  }
  return { records: [record], outcomes: [] }
}

export function scrubAttachment(record: AttachmentRecord, scrubber: Scrubber): AttachmentRecord {
  return {
    ...record,
    filename: scrubber.text(record.filename),
    contentType: scrubOrNull(record.contentType, scrubber),
    attachmentType: scrubber.text(record.attachmentType),
    bytes: scrubBytes(record.bytes, scrubber),
  }
}

/** The last part of a path, without characters that would change how it reads: it is shown, and offered for saving. */
function parseFilename(value: unknown): string {
  const name = parseName(value) ?? ''
  const plain = name.replace(/^.*[\\/]/s, '').replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')
  return /^\.*$/.test(plain) ? 'attachment' : plain
}

function parseName(value: unknown): string | null {
  return parseText(value, limits.nameChars, 'name', new Warnings()) ?? null
}
