/** A place in a list that is ordered by a time and, among equals, by id. */
export interface Cursor {
  time: number
  id: number
}

export function formatCursor({ time, id }: Cursor): string {
  return `${time}-${id}`
}

/** A cursor comes back in an address that anyone may edit: what is none stands for the first page. */
export function parseCursor(text: string | undefined): Cursor | undefined {
  const match = /^(\d{1,15})-(\d{1,15})$/.exec(text ?? '')
  return match ? { time: Number(match[1]), id: Number(match[2]) } : undefined
}

/** Rows are asked for one more than the page holds: the extra one says that there is a next page. */
export function toPage<Row>(rows: Row[], limit: number, cursorOf: (row: Row) => Cursor) {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: rows.length > limit && last ? formatCursor(cursorOf(last)) : null }
}
