/** The fields that identify a row of a list and show that it has changed. */
interface Row {
  id: number
  eventCount: number
}

export interface ListChanges<Item> {
  /** The rows that are shown, in their order, as they are now. */
  rows: Item[]
  /** Rows that were not there. */
  added: number
  /** Rows with more events than when the list was read. */
  updated: number
  /** Whether the current list has other rows or another order. */
  isOther: boolean
}

/** Compares a list as it was last read (`shown`) with the current one (`now`). */
export function compareLists<Item extends Row>(
  shown: readonly Item[],
  now: readonly Item[],
): ListChanges<Item> {
  const before = new Map(shown.map((row) => [row.id, row]))
  const after = new Map(now.map((row) => [row.id, row]))
  return {
    rows: shown.map((row) => after.get(row.id) ?? row),
    added: now.filter(({ id }) => !before.has(id)).length,
    updated: now.filter(({ id, eventCount }) => {
      const known = before.get(id)
      return known !== undefined && known.eventCount < eventCount
    }).length,
    isOther: now.length !== shown.length || now.some(({ id }, index) => id !== shown[index]?.id),
  }
}
