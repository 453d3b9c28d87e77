import type { Kysely } from 'kysely'
import { isRowId } from '#server/desk/row-id.ts'
import type { EventSearch, FoundEvents } from '#server/models/events.ts'
import type { Refusal } from '#server/models/refusal.ts'
import type { NormalizedEvent } from '#server/processing/event.ts'
import { type EventCondition, eventMatcher, parseEventSearch } from '#server/search/dialects/events.ts'
import { formatSearchError } from '#server/search/search-error.ts'
import { type Cursor, formatCursor, parseCursor } from '#server/store/engine/cursor.ts'
import { listPayloadTexts } from '#server/store/engine/payload-blocks.ts'
import type { Store } from '#server/store/engine/store.ts'
import { type ArrivalRange, type EventRow, listEventRows } from '#server/store/events/events.ts'
import { findIssueRow, type IssueRow } from '#server/store/issues/issues.ts'
import { findWindow } from '#server/store/issues/tag-windows.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { toEventSummary } from './find-events.ts'

export interface EventSearches {
  /**
   * Lists the events of an issue that match a search, the newest first. It reads so many payloads at most, and says how
   * far it got. Refuses a search that it cannot read, in a sentence that names the word.
   */
  search(issueId: number, search: EventSearch): Promise<FoundEvents | Refusal>
}

/** Payloads are unpacked, some 0.1 ms each: no index has what tags say of single events. */
const MOST_READ = 400
const CHUNK = 100
const NOTHING: FoundEvents = { items: [], nextCursor: null, searchedUntil: null }

export function createEventSearch({ db }: Store): EventSearches {
  return {
    async search(issueId, { query, limit, cursor, within }) {
      const read = parseEventSearch(query)
      if ('error' in read) return { refusal: formatSearchError(read.error) }
      const issue = isRowId(issueId) ? await findIssueRow(db, issueId) : undefined
      if (!issue) return NOTHING
      const range = await rangeOf(db, issue, read.condition, within)
      if (range === undefined) return NOTHING
      const { rows, next, searchedUntil } = await searchEventRows(db, issue, read.condition, {
        limit,
        range,
        cursor,
      })
      return { items: rows.map(toEventSummary), nextCursor: next && formatCursor(next), searchedUntil }
    },
  }
}

/** The period that was asked for, as far as matching events can have arrived in it; undefined where none can. */
async function rangeOf(
  db: Kysely<Database>,
  { id, projectId }: IssueRow,
  condition: EventCondition,
  within: ArrivalRange | undefined,
): Promise<ArrivalRange | undefined> {
  const window = await findWindow(db, { projectId, issueId: id }, condition)
  if (window === null) return undefined
  const from = Math.max(window.from, within?.from ?? 0)
  const before = Math.min(window.to + 1, within?.before ?? Number.MAX_SAFE_INTEGER)
  return from < before ? { from, before } : undefined
}

interface Scan {
  limit: number
  range: ArrivalRange
  cursor?: string | undefined
}

interface Scanned {
  rows: EventRow[]
  /** Where to continue; null at the end. */
  next: Cursor | null
  /** Set where the scan ended before its range did. */
  searchedUntil: number | null
}

/**
 * Reads events of an issue, the newest first, until enough of them match or enough of them were read. While the payloads of
 * some are read, the next ones are looked up: a database may be far away.
 */
export async function searchEventRows(
  db: Kysely<Database>,
  issue: { id: number; type: string },
  condition: EventCondition,
  { limit, range, cursor }: Scan,
): Promise<Scanned> {
  const matches = eventMatcher(condition)
  const list = (after: Cursor | undefined) =>
    listEventRows(db, issue.id, { limit: CHUNK, cursor: after, within: range })
  const found: EventRow[] = []
  let rows = await list(parseCursor(cursor))
  for (let read = rows.length; ; read += rows.length) {
    const end = rows.length === CHUNK ? placeOf(rows.at(-1)) : null
    const goesOn = end !== null && read < MOST_READ
    const [texts, further] = await Promise.all([listPayloadTexts(db, rows), goesOn ? list(end) : []])
    for (const [index, row] of rows.entries()) {
      const payload = JSON.parse(texts[index] ?? '{}') as NormalizedEvent // our own writer wrote it
      const { eventId, level, value } = row
      if (!matches({ eventId, level, value, type: issue.type, payload })) continue
      // One more than the page holds says that there is a next page.
      if (found.length === limit) return { rows: found, next: placeOf(found.at(-1)), searchedUntil: null }
      found.push(row)
    }
    if (!goesOn) return { rows: found, next: end, searchedUntil: end?.time ?? null }
    rows = further
  }
}

function placeOf(row: EventRow | undefined): Cursor | null {
  return row === undefined ? null : { time: row.receivedAt, id: row.rowId }
}
