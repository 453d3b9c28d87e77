import type { Item } from '#server/protocol/envelope.ts'

const encoder = new TextEncoder()

/** An item as an SDK would have sent it, for what came in another format. */
export function jsonItem(type: string, payload: object, itemCount?: number): Item {
  return {
    headers: { type, ...(itemCount === undefined ? {} : { item_count: itemCount }) },
    payload: encoder.encode(JSON.stringify(payload)),
  }
}
