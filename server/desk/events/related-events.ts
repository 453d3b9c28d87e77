import type { EventDetail, RelatedEvent } from '#server/models/events.ts'
import type { Level } from '#server/processing/event.ts'
import { eventSideOf } from '#server/processing/grouping/echo.ts'
import { readTraceId } from '#server/processing/normalize/spans/span-id.ts'
import { getPayload } from '#server/store/engine/payload-blocks.ts'
import type { Store } from '#server/store/engine/store.ts'
import { findProjectEventRow } from '#server/store/events/events.ts'
import {
  listDigestMates,
  listForeignMates,
  listSideRows,
  listTraceMates,
  type RelatedEventRow,
} from '#server/store/events/related-events.ts'
import { parseDigest } from '#telemetry/errors/digest.ts'
import { findCounterparts } from './digest-counterparts.ts'

/** What one failure is told by, at most. */
const MOST_SIDES = 10
/** Server and browser report a failure within seconds; a foreign digest may return with the next visitor. */
const FOREIGN_WINDOW_MS = 5 * 60_000
/** An event has one, or Next.js's with its error code and without; each is looked for. */
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
      level: row.level as Level, // the writer stores normalized levels only
      type: row.type,
      value: row.value,
      side: eventSideOf(payload),
    }
  }

  /** A foreign digest stands on all events of its fault: those of other visitors are left out. */
  async function listForeignSides(row: { rowId: number; receivedAt: number }, digests: readonly string[]) {
    const { rowId, receivedAt } = row
    for (const digest of digests.slice(0, MOST_FOREIGN)) {
      const nearby = await listForeignMates(db, { digest, rowId, receivedAt }, FOREIGN_WINDOW_MS)
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
      const traceId = readTraceId(payload.contexts.trace?.trace_id)
      const isOurs = (digest: string) => parseDigest(digest)?.kind === 'whole'
      const ours = payload.digests.filter(isOurs)
      const foreign = payload.digests.filter((digest) => !isOurs(digest))
      const [ofTrace, ofDigest, ofForeign] = await Promise.all([
        traceId === undefined ? [] : listTraceMates(db, { traceId, rowId, timestamp }, MOST_SIDES),
        ours.length === 0 ? [] : listDigestMates(db, { digests: ours, rowId }, MOST_SIDES),
        listForeignSides(row, foreign),
      ])
      const rows = new Map([...ofForeign, ...ofDigest, ...ofTrace].map((found) => [found.rowId, found]))
      const sides = await Promise.all([...rows.values()].slice(0, MOST_SIDES).map(toRelatedEvent))
      return sides.toSorted((a, b) => a.timestamp - b.timestamp)
    },
  }
}
