import type { EventDetail, RelatedEvent } from '#server/models/events.ts'
import type { EventLevel } from '#server/processing/event.ts'
import { eventSideOf } from '#server/processing/grouping/echo.ts'
import { parseTraceId } from '#server/processing/normalize/spans/span-id.ts'
import { MINUTE_MS } from '#server/protocol/time.ts'
import { getPayload } from '#server/store/engine/payload-blocks.ts'
import type { Store } from '#server/store/engine/store.ts'
import { findProjectEventRow } from '#server/store/events/events.ts'
import {
  listEventsOfDigest,
  listEventsOfForeignDigest,
  listEventsOfTrace,
  listSideRows,
  type RelatedEventRow,
} from '#server/store/events/related-events.ts'
import { parseDigest } from '#telemetry/errors/digest.ts'
import { findCounterparts } from './digest-counterparts.ts'

/** A failure shows so many other events at most. */
const MOST_SIDES = 10
/** Server and browser report a failure within seconds; a framework's digest may return with the next visit. */
const FOREIGN_WINDOW_MS = 5 * MINUTE_MS
/** An event has one digest of a framework, or Next.js's with and without its error code; each is looked for. */
const MOST_FOREIGN = 3

export interface RelatedEvents {
  /**
   * Lists the other events of an event's failure, the earliest first: the errors of its trace, in the browser and on
   * the server, the events with the same digest of ours, and, among events with the same digest of a framework, an
   * echo's cause and a cause's echoes. Of more than ten, it lists those nearest in time.
   */
  listRelated(event: EventDetail): Promise<RelatedEvent[]>
}

export function createRelatedEvents({ db }: Store): RelatedEvents {
  async function toRelatedEvent(row: RelatedEventRow): Promise<RelatedEvent> {
    const payload = await getPayload(db, row)
    return {
      projectSlug: row.projectSlug,
      issueId: row.issueId,
      eventId: row.eventId,
      timestamp: row.timestamp,
      level: row.level as EventLevel, // the writer stores normalized levels only
      type: row.type,
      value: row.value,
      side: eventSideOf(payload),
    }
  }

  /** A framework's digest stands on all events of its fault: those of other visits are left out. */
  async function listForeignSides(row: { rowId: number; receivedAt: number }, digests: readonly string[]) {
    const { rowId, receivedAt } = row
    for (const digest of digests.slice(0, MOST_FOREIGN)) {
      const nearby = await listEventsOfForeignDigest(db, { digest, rowId, receivedAt }, FOREIGN_WINDOW_MS)
      const found = findCounterparts(rowId, nearby).slice(0, MOST_SIDES)
      if (found.length > 0) return listSideRows(db, found)
    }
    return []
  }

  return {
    async listRelated({ projectId, eventId, timestamp, payload }) {
      const row = await findProjectEventRow(db, projectId, eventId)
      if (row === undefined) return []
      const { rowId } = row
      const traceId = parseTraceId(payload.contexts.trace?.trace_id)
      const isOurs = (digest: string) => parseDigest(digest)?.kind === 'whole'
      const ours = payload.digests.filter(isOurs)
      const foreign = payload.digests.filter((digest) => !isOurs(digest))
      const [ofTrace, ofDigest, ofForeign] = await Promise.all([
        traceId === undefined ? [] : listEventsOfTrace(db, { traceId, rowId, timestamp }, MOST_SIDES),
        ours.length === 0 ? [] : listEventsOfDigest(db, { digests: ours, rowId }, MOST_SIDES),
        listForeignSides(row, foreign),
      ])
      const rows = new Map([...ofForeign, ...ofDigest, ...ofTrace].map((found) => [found.rowId, found]))
      const sides = await Promise.all([...rows.values()].slice(0, MOST_SIDES).map(toRelatedEvent))
      return sides.toSorted((a, b) => a.timestamp - b.timestamp)
    },
  }
}
