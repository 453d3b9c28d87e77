import type { Listing } from '#server/models/listing.ts'
import { type Cursor, parseCursor, toPage } from '#server/store/engine/cursor.ts'

export interface Page {
  limit: number
  /** The first page without it. */
  cursor?: string
}

/** Lists a page of rows that are kept in the order of their arrival. */
export async function listPage<Row extends { id: number; receivedAt: number }>(
  { limit, cursor }: Page,
  list: (asked: { limit: number; cursor: Cursor | undefined }) => Promise<Row[]>,
): Promise<Listing<Row>> {
  const rows = await list({ limit: limit + 1, cursor: parseCursor(cursor) })
  return toPage(rows, limit, ({ receivedAt, id }) => ({ time: receivedAt, id }))
}
