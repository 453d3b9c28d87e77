import { type Place, parsePlace } from './place.ts'
import { sees } from './snapshot.ts'

/** On a desk that stores more within a minute, a page that comes back has missed something anyway. */
const MOST_ITEMS = 2_000
/** The time that passes at most from when a row is written until all processes can see it. */
const LONGEST_TRANSACTION_MS = 60_000

/** The transactions of the latest items, by which a page's place is compared with what there is. */
export function createRecentItems() {
  let items: { xid: string; heardAt: number }[] = []
  let server = 0
  /** Places before it, by the server's clock, are too old to be compared. */
  let knownFrom = Number.POSITIVE_INFINITY

  return {
    /** Begins with the items of the time before; without them, nothing before that place is known. */
    start(place: Place, before?: { xids: readonly string[]; durationMs: number }): void {
      server = place.server
      items = (before?.xids ?? []).map((xid) => ({ xid, heardAt: place.at }))
      knownFrom = place.at - (before ? before.durationMs - LONGEST_TRANSACTION_MS : 0)
    },
    add(xid: string, { at }: Place): void {
      items.push({ xid, heardAt: at })
      if (items.length <= MOST_ITEMS) return
      const dropped = items.splice(0, MOST_ITEMS / 2).at(-1)
      knownFrom = Math.max(knownFrom, (dropped?.heardAt ?? at) + LONGEST_TRANSACTION_MS)
    },
    /** Says whether there are items that were unknown at a place; true in doubt. */
    hasMore(text: string): boolean {
      const place = parsePlace(text)
      if (place === undefined || place.server !== server || place.at < knownFrom) return true
      return items.some(({ xid }) => !sees(place.snapshot, xid))
    },
  }
}
