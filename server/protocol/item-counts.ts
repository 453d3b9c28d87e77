import { type Item, MalformedEnvelope, parseEnvelope } from './envelope.ts'
import { ITEM_TYPE_OF, type Submission } from './formats.ts'
import { type Category, categoryOf } from './outcome.ts'

/** The categories and quantities that limits count an item as. */
export interface ItemCount {
  type: string
  category: Category
  quantity: number
  /** The item's place in the body, header and payload: `[start, end)`. */
  start: number
  end: number
}

/** A container counts as many items as it says that it holds, up to a bound. */
const MOST_IN_A_CONTAINER = 100_000

/**
 * Counts a body's items from the envelope's and the items' header lines alone: ingest counts on the main thread, which
 * parses nothing larger. Bodies in other formats are one item of their kind: only the writer's thread reads their
 * content.
 */
export function parseItemCounts({ format = 'envelope', body }: Submission): ItemCount[] {
  if (format !== 'envelope') {
    const type = ITEM_TYPE_OF[format]
    return [{ type, category: categoryOf(type), quantity: 1, start: 0, end: body.length }]
  }
  try {
    const { items } = parseEnvelope(body)
    let start = headerEndOf(body)
    return items.map((item) => {
      const count = toCount(item, start, body)
      start = count.end
      return count
    })
  } catch (error) {
    if (!(error instanceof MalformedEnvelope)) throw error
    return [] // The reader of the whole body says what is wrong.
  }
}

const NEWLINE = 0x0a

/** Items begin after the envelope's own header line. */
function headerEndOf(body: Uint8Array): number {
  const newline = body.indexOf(NEWLINE)
  return newline === -1 ? body.length : newline + 1
}

/** Payloads are views into the body. */
function toCount({ headers, payload }: Item, start: number, body: Uint8Array): ItemCount {
  const end = payload.byteOffset - body.byteOffset + payload.length
  const { type, item_count: count } = headers
  const isCount = typeof count === 'number' && Number.isSafeInteger(count) && count > 0
  const quantity = isCount ? Math.min(count, MOST_IN_A_CONTAINER) : 1
  const next = Math.min(end + 1, body.length)
  return { type, category: categoryOf(type), quantity, start, end: next }
}

/** Returns the envelope without some of its items, in bytes of its own, since they may go to another thread. */
export function withoutItems(body: Uint8Array, kept: readonly ItemCount[]): Uint8Array<ArrayBuffer> {
  const header = body.subarray(0, headerEndOf(body))
  const parts = [header, ...kept.map(({ start, end }) => body.subarray(start, end))]
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.length
  }
  return joined
}
