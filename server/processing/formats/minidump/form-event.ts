import { isObject, type JsonObject } from '#server/processing/normalize/untrusted.ts'
import { parsePayload } from '#server/processing/pipeline/parse-payload.ts'
import { RefusedItem } from '#server/processing/pipeline/refused-item.ts'
import { limits } from '#server/protocol/limits.ts'
import { filled } from './dump-facts.ts'

/** A text of a form. */
export interface FormText {
  name: string
  bytes: Uint8Array
}

/**
 * The event's own members, as https://docs.sentry.io/platforms/native/guides/minidumps/ describes them: JSON in `sentry`; the same
 * in pieces, `sentry__1` and so on, for clients whose texts are bounded; members by name, as in `sentry[tags][shop]`. Other
 * texts become extra data, and so does JSON that cannot be read: a crash is not lost for it.
 */
export function readFormEvent(texts: readonly FormText[]): JsonObject {
  const pieces = new Map<number, string>()
  const extra = new Map<string, string>()
  let whole: JsonObject | undefined
  let named: JsonObject = {}
  // One is read: to join many with a large one would copy that each time.
  const readJson = (name: string, json: string) => {
    const event = whole ? undefined : parseEventText(json)
    if (event) whole = event
    else extra.set(name, json)
  }
  for (const { name, bytes } of texts) {
    const text = Buffer.from(bytes).toString('utf8')
    const piece = /^sentry__(\d{1,4})$/.exec(name)?.[1]
    const path = pathOf(name)
    if (name === 'sentry') readJson(name, text)
    else if (piece !== undefined) pieces.set(Number(piece), text)
    else if (path) named = filled(named, nested(path, text))
    else extra.set(name, text)
  }
  if (pieces.size > 0) {
    const inOrder = [...pieces].sort(([one], [other]) => one - other)
    readJson('sentry__', inOrder.map(([, text]) => text).join(''))
  }
  const event = filled(whole ?? {}, named)
  return extra.size === 0 ? event : filled(event, { extra: Object.fromEntries(extra) })
}

function parseEventText(json: string): JsonObject | undefined {
  try {
    return parsePayload('event', Buffer.from(json), limits.eventBytes)
  } catch (error) {
    if (error instanceof RefusedItem) return undefined
    throw error
  }
}

const MOST_PARTS = 16

/** `sentry[tags][shop]` as `['tags', 'shop']`. */
function pathOf(name: string): string[] | undefined {
  if (!name.startsWith('sentry[') || !name.endsWith(']')) return undefined
  const path = name.slice('sentry['.length, -1).split('][')
  return path.length <= MOST_PARTS ? path : undefined
}

function nested(path: readonly string[], text: string): JsonObject {
  const value = path.reduceRight<unknown>((inner, name) => Object.fromEntries([[name, inner]]), text)
  return isObject(value) ? value : {}
}
