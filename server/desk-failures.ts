import { parseDigest } from '../telemetry/digest.ts'
import type { EventDetail } from './desk.ts'
import type { Level } from './processing/event.ts'
import { readTraceId } from './processing/normalize/span-id.ts'
import { sideOf } from './processing/normalize/span-side.ts'
import type { Side } from './processing/span.ts'
import { findProjectEventRow } from './store/events.ts'
import { listDigestMates, listTraceMates, type OtherSideRow } from './store/other-sides.ts'
import { getPayload } from './store/payload-blocks.ts'
import type { Store } from './store/store.ts'

/** What one failure is told by, at most. */
const MOST_SIDES = 10

/** Another event of the same failure. */
export interface OtherSide {
  projectSlug: string
  issueId: number
  eventId: string
  /** Milliseconds since the epoch, as the client says. */
  timestamp: number
  level: Level
  type: string
  value: string
  /** Where it was caught. */
  side: Side
}

export interface DeskFailures {
  /**
   * The other events of an event's failure, the earliest first: what its trace ran into, in the browser and on the
   * server, and what carries the same digest of ours. Of more than ten, those nearest in time.
   */
  listOtherSides(event: EventDetail): Promise<OtherSide[]>
}

export function createDeskFailures({ db }: Store): DeskFailures {
  async function toOtherSide(row: OtherSideRow): Promise<OtherSide> {
    const { platform, sdk } = await getPayload(db, row)
    return {
      projectSlug: row.projectSlug,
      issueId: row.issueId,
      eventId: row.eventId,
      timestamp: row.timestamp,
      level: row.level as Level, // the writer stores normalized levels only
      type: row.type,
      value: row.value,
      side: sideOf({ platform, sdk: sdk?.name, op: '' }),
    }
  }

  return {
    async listOtherSides({ projectId, eventId, timestamp, payload }) {
      const row = await findProjectEventRow(db, projectId, eventId)
      if (row === undefined) return []
      const { rowId } = row
      const traceId = readTraceId(payload.contexts.trace?.trace_id)
      // A foreign one may stand on all events of its fault: those are other visitors'.
      const digests = payload.digests.filter((digest) => parseDigest(digest)?.kind === 'whole')
      const [ofTrace, ofDigest] = await Promise.all([
        traceId === undefined ? [] : listTraceMates(db, { traceId, rowId, timestamp }, MOST_SIDES),
        digests.length === 0 ? [] : listDigestMates(db, { digests, rowId }, MOST_SIDES),
      ])
      const rows = new Map([...ofDigest, ...ofTrace].map((found) => [found.rowId, found]))
      const sides = await Promise.all([...rows.values()].slice(0, MOST_SIDES).map(toOtherSide))
      return sides.toSorted((a, b) => a.timestamp - b.timestamp)
    },
  }
}
