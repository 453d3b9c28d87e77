import { isRowId } from '#server/desk/row-id.ts'
import { withExplanations } from '#server/desk/sourcemaps/explain-event.ts'
import { mapEvent } from '#server/desk/sourcemaps/map-event.ts'
import type { EventDetail, EventSummary } from '#server/models/events.ts'
import type { Listing } from '#server/models/listing.ts'
import type { EventLevel } from '#server/processing/event.ts'
import { userNameOf } from '#server/processing/user-hash.ts'
import { DAY_MS } from '#server/protocol/time.ts'
import { parseCursor, toPage } from '#server/store/engine/cursor.ts'
import { getPayload } from '#server/store/engine/payload-blocks.ts'
import type { Store } from '#server/store/engine/store.ts'
import {
  type ArrivalRange,
  type EventRow,
  findIssueEventRow,
  findNeighbours,
  findNewestEventRow,
  findOldestArrival,
  findProjectEventRow,
  listEventRows,
} from '#server/store/events/events.ts'
import { findEdgeEventIds } from '#server/store/events/neighbours.ts'
import { noteArtifactUses } from '#server/store/sourcemaps/artifacts.ts'
import type { UsedArtifact } from '#server/store/sourcemaps/find-map.ts'
import { explainStored, findStoredGrouping } from './event-grouping.ts'
import { findRecommendedEventId } from './recommended-event.ts'

export interface EventLookup {
  /** Finds an event of an issue, or its `latest`, its `oldest`, or the `recommended` one, which has the most to see. */
  find(issueId: number, eventId: string): Promise<EventDetail | undefined>
  /** Finds an event as SDKs and scripts know it: by project and id. */
  findInProject(projectId: number, eventId: string): Promise<EventDetail | undefined>
  /** Lists an issue's events, the newest first. */
  list(
    issueId: number,
    page: { limit: number; cursor?: string | undefined; within?: ArrivalRange | undefined },
  ): Promise<Listing<EventSummary>>
  /** Finds when the oldest event that is kept of an issue arrived; undefined when none is kept. */
  findOldestArrival(issueId: number): Promise<number | undefined>
}

const LONGEST_PAGE = 100

export function createEventLookup(store: Store, clock: () => number): EventLookup {
  const { db } = store

  /** One use a day is noted, so that reading costs no writing. A failure to write is no failure to read. */
  function noteUse(artifacts: readonly UsedArtifact[]): void {
    const now = clock()
    const ids = artifacts.filter(({ usedAt }) => usedAt < now - DAY_MS).map(({ id }) => id)
    if (ids.length > 0) store.write((trx) => noteArtifactUses(trx, ids, now)).catch(() => undefined)
  }

  async function toEventDetail(row: EventRow | undefined): Promise<EventDetail | undefined> {
    if (!row) return undefined
    const [payload, neighbours] = await Promise.all([getPayload(db, row), findNeighbours(db, row)])
    const [mapped, stored] = await Promise.all([
      mapEvent(db, row.projectId, payload),
      findStoredGrouping(db, row.rowId, payload),
    ])
    noteUse(mapped.usedArtifacts)
    return {
      ...toEventSummary(row),
      rowId: row.rowId,
      projectId: row.projectId,
      userName: userNameOf(payload) ?? null,
      payload: withExplanations(mapped.payload, row.projectSlug),
      titles: mapped.titles ?? null,
      grouping: explainStored({ payload, mapped: mapped.payload }, stored),
      ...neighbours,
    }
  }

  async function idOf(issueId: number, eventId: string): Promise<string | null> {
    if (eventId === 'oldest') return (await findEdgeEventIds(db, issueId)).firstEventId
    return eventId === 'recommended' ? findRecommendedEventId(store, clock, issueId) : eventId
  }

  return {
    async find(issueId, eventId) {
      if (!isRowId(issueId)) return undefined
      if (eventId === 'latest') return toEventDetail(await findNewestEventRow(db, issueId))
      const id = await idOf(issueId, eventId)
      return id === null
        ? undefined
        : toEventDetail(await findIssueEventRow(db, issueId, normalizeEventId(id)))
    },
    async findInProject(projectId, eventId) {
      if (!isRowId(projectId)) return undefined
      return toEventDetail(await findProjectEventRow(db, projectId, normalizeEventId(eventId)))
    },
    async list(issueId, { limit, cursor, within }) {
      if (!isRowId(issueId)) return { items: [], nextCursor: null }
      const size = pageSize(limit)
      const rows = await listEventRows(db, issueId, {
        limit: size + 1,
        cursor: parseCursor(cursor),
        within,
      })
      const page = toPage(rows, size, (row) => ({ time: row.receivedAt, id: row.rowId }))
      return { items: page.items.map(toEventSummary), nextCursor: page.nextCursor }
    },
    findOldestArrival: (issueId) => findOldestArrival(db, issueId),
  }
}

export function toEventSummary(row: EventRow): EventSummary {
  return {
    eventId: row.eventId,
    issueId: row.issueId,
    projectSlug: row.projectSlug,
    timestamp: row.timestamp,
    receivedAt: row.receivedAt,
    level: row.level as EventLevel, // the writer stores normalized levels only
    value: row.value,
    environment: row.environment,
    release: row.release,
    userLabel: row.userLabel,
  }
}

function normalizeEventId(eventId: string): string {
  return eventId.replaceAll('-', '').toLowerCase()
}

function pageSize(limit: number): number {
  return Number.isSafeInteger(limit) ? Math.min(Math.max(limit, 1), LONGEST_PAGE) : LONGEST_PAGE
}
