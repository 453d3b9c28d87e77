import { hash } from 'node:crypto'
import { jsonItem } from '#server/processing/formats/json-item.ts'
import { parseEventId } from '#server/processing/normalize/event-id.ts'
import type { JsonObject } from '#server/processing/normalize/untrusted.ts'
import { RefusedItem } from '#server/processing/pipeline/refused-item.ts'
import type { Envelope, Item } from '#server/protocol/envelope.ts'
import type { Submission } from '#server/protocol/formats.ts'
import { limits } from '#server/protocol/limits.ts'
import { filled, withDumpFacts } from './dump-facts.ts'
import { refusedDump } from './dump-reader.ts'
import { readFormEvent } from './form-event.ts'
import { boundaryOf, type FormPart, MalformedForm, parseMultipart } from './multipart.ts'
import { type Dump, isDump, readDump } from './read-dump.ts'
import { leaveSentryFiles, readSentryFiles, type SentryFiles } from './sentry-files.ts'

const DUMP_FIELD = 'upload_file_minidump'

/**
 * A dump as Crashpad and Breakpad upload it, in a form or by itself, becomes an event with the dump beside it:
 * https://docs.sentry.io/platforms/native/guides/minidumps/
 */
export function parseMinidump({ body, hints = {} }: Submission): Envelope {
  const parts = partsOf(body, hints.contentType)
  const dump = parts.find(({ name }) => name === DUMP_FIELD)
  if (!dump) throw refusedDump(`the form has no field ${DUMP_FIELD}`)
  if (dump.bytes.length > limits.attachmentBytes) {
    const detail = `Cannot read minidump: it is larger than ${limits.attachmentBytes} bytes`
    throw new RefusedItem(413, 'too_large', detail)
  }
  const others = parts.filter((part) => part !== dump)
  const texts = others.filter(({ filename }) => filename === undefined)
  const files = others.filter(({ filename }) => filename !== undefined)
  const source = { form: readFormEvent(texts), dump: readDump(dump.bytes), dumpId: idOf(dump.bytes) }
  const whole = readSentryFiles(files)
  const event = eventOf(whole, source) ?? eventOf(leaveSentryFiles(files), source)
  if (!event) {
    const detail = `Cannot read event: it is larger than ${limits.eventBytes} bytes`
    throw new RefusedItem(413, 'too_large', detail)
  }
  const { item, eventId, sentryFiles } = event
  return {
    headers: { event_id: eventId },
    items: [
      item,
      attachmentOf({ filename: 'minidump.dmp', ...dump }, 'event.minidump'),
      ...files.filter((file) => !sentryFiles.read.has(file)).map((file) => attachmentOf(file)),
    ],
    warnings: sentryFiles.warnings,
  }
}

interface EventSource {
  form: JsonObject
  dump: Dump
  /** The id of an event that has none: uploads are tried again, with another boundary, and the same dump is the same event. */
  dumpId: string
}

/** Makes the event; undefined if it is too large. The SDK's own files win over the form, and the form over the dump. */
function eventOf(sentryFiles: SentryFiles, { form, dump, dumpId }: EventSource) {
  const event = withDumpFacts(filled(sentryFiles.event, form), dump)
  const eventId = parseEventId(event.event_id) ?? dumpId
  const item = jsonItem('event', { ...event, event_id: eventId })
  return item.payload.length > limits.eventBytes ? undefined : { item, eventId, sentryFiles }
}

/** A dump by itself, whatever its Content-Type, or the fields of a form. */
function partsOf(body: Uint8Array, contentType: string | undefined): FormPart[] {
  if (isDump(body)) return [{ name: DUMP_FIELD, bytes: body }]
  const boundary = boundaryOf(contentType)
  if (boundary === undefined) throw refusedDump('it does not begin with MDMP, and is not a form')
  try {
    return parseMultipart(body, boundary)
  } catch (error) {
    if (!(error instanceof MalformedForm)) throw error
    throw new RefusedItem(400, 'invalid_minidump', error.message, { cause: error })
  }
}

function idOf(dump: Uint8Array): string {
  return hash('sha256', dump, 'hex').slice(0, 32)
}

function attachmentOf({ filename, contentType, bytes }: FormPart, type = 'event.attachment'): Item {
  const names = { filename, content_type: contentType, attachment_type: type }
  return { headers: { type: 'attachment', ...names }, payload: bytes }
}
