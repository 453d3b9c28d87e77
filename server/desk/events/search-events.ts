import type { Kysely } from 'kysely'
import { isRowId } from '#server/desk/row-id.ts'
import type { EventSearch, FoundEvents } from '#server/models/events.ts'
import type { Refusal } from '#server/models/refusal.ts'
import type { NormalizedEvent } from '#server/processing/event.ts'
import { type EventCondition, eventMatcher, parseEventSearch } from '#server/search/dialects/events.ts'
import { formatSearchError } from '#server/search/search-error.ts'
import { formatCursor, parseCursor } from '#server/store/engine/cursor.ts'
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
      return scan(db, issue, { matches: eventMatcher(read.condition), limit, range, cursor })
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
  matches: ReturnType<typeof eventMatcher>
  limit: number
  range: ArrivalRange
  cursor: string | undefined
}

async function scan(db: Kysely<Database>, issue: IssueRow, asked: Scan): Promise<FoundEvents> {
  const { matches, limit, range } = asked
  const found: EventRow[] = []
  let place = parseCursor(asked.cursor)
  for (let read = 0; read < MOST_READ; read += CHUNK) {
    const rows = await listEventRows(db, issue.id, { limit: CHUNK, cursor: place, within: range })
    const texts = await listPayloadTexts(db, rows)
    for (const [index, row] of rows.entries()) {
      const payload = JSON.parse(texts[index] ?? '{}') as NormalizedEvent // our own writer wrote it
      const { eventId, level, value } = row
      if (!matches({ eventId, level, value, type: issue.type, payload })) continue
      // One more than the page holds says that there is a next page.
      if (found.length === limit) return pageOf(found, found.at(-1), null)
      found.push(row)
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < CHUNK) return pageOf(found, undefined, null)
    place = { time: last.receivedAt, id: last.rowId }
  }
  return { ...pageOf(found, undefined, place?.time ?? null), nextCursor: place ? formatCursor(place) : null }
}

function pageOf(
  found: readonly EventRow[],
  last: EventRow | undefined,
  searchedUntil: number | null,
): FoundEvents {
  return {
    items: found.map(toEventSummary),
    nextCursor: last === undefined ? null : formatCursor({ time: last.receivedAt, id: last.rowId }),
    searchedUntil,
  }
}
