/** A place between two rows of a list: after the row of this value and id, or before it. */
export interface TwoWayCursor {
  value: number
  id: number
  isBackward: boolean
}

function formatTwoWayCursor({ value, id, isBackward }: TwoWayCursor): string {
  return `${value}:${id}:${isBackward ? 1 : 0}`
}

/** Parses a cursor of Sentry's shape, which comes back in an address that anyone may edit. */
export function parseTwoWayCursor(text: string | undefined): TwoWayCursor | undefined {
  // microseconds since the epoch have sixteen digits
  const match = /^(-?\d{1,16}):(\d{1,15}):([01])$/.exec(text ?? '')
  return match ? { value: Number(match[1]), id: Number(match[2]), isBackward: match[3] === '1' } : undefined
}

export interface TwoWayPage<Row> {
  items: Row[]
  nextCursor: string | null
  previousCursor: string | null
}

/**
 * Rows as they were asked for: away from the cursor, and one more than the page holds, which says that it goes on. In
 * the direction that the reader came from there was a row at least.
 */
export function toTwoWayPage<Row>(
  rows: readonly Row[],
  limit: number,
  cursor: TwoWayCursor | undefined,
  placeOf: (row: Row) => { value: number; id: number },
): TwoWayPage<Row> {
  const isBackward = cursor?.isBackward ?? false
  const kept = rows.slice(0, limit)
  const items = isBackward ? kept.toReversed() : kept
  const goesOn = rows.length > limit
  const first = items[0]
  const last = items.at(-1)
  const hasPrevious = isBackward ? goesOn : cursor !== undefined
  return {
    items,
    nextCursor:
      last && (goesOn || isBackward) ? formatTwoWayCursor({ ...placeOf(last), isBackward: false }) : null,
    previousCursor: first && hasPrevious ? formatTwoWayCursor({ ...placeOf(first), isBackward: true }) : null,
  }
}
