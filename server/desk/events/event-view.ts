import { excerptOf } from '#server/desk/traces/excerpt.ts'
import { readTrace } from '#server/desk/traces/read-trace.ts'
import type { EventDetail, EventLogs, EventNavigation } from '#server/models/events.ts'
import type { TraceExcerpt } from '#server/models/traces/traces.ts'
import { isEcho } from '#server/processing/grouping/echo.ts'
import { parseTraceId } from '#server/processing/normalize/spans/span-id.ts'
import { type ExceptionNode, exceptionTree } from '#server/processing/stack/exception-tree.ts'
import type { Store } from '#server/store/engine/store.ts'
import {
  countNeighbours,
  type FeedbackOfEvent,
  findEdgeEventIds,
  listEventFeedback,
} from '#server/store/events/neighbours.ts'
import { type AttachmentRow, listAttachmentRows } from '#server/store/records/read/attachments.ts'
import { listLogsAround } from './logs-around.ts'
import { findRecommendedEventId } from './recommended-event.ts'

/** What an event's page shows beside the event. */
export interface EventView {
  /** Null when nothing is known of the event's trace but the event itself. */
  trace: TraceExcerpt | null
  attachments: Pick<AttachmentRow, 'id' | 'filename' | 'contentType' | 'sizeBytes'>[]
  feedback: FeedbackOfEvent[]
  /** Null when nothing was logged around the event. */
  logs: EventLogs | null
  ways: EventNavigation
  /** True when the event only says that the server failed; the server's own event says how. */
  isEcho: boolean
  /** How its exceptions belong together; null where each caused the next. */
  exceptionTree: ExceptionNode | null
}

export interface EventViews {
  readView(event: EventDetail): Promise<EventView>
  /** Null when nothing is known of the event's trace but the event itself. */
  readExcerpt(event: EventDetail): Promise<TraceExcerpt | null>
}

/** So many show where an error happened; the trace's own page has all of them. */
const MOST_SPANS_READ = 500
/** An event's place is counted up to so many on either side. */
const MOST_COUNTED = 1_000
const MOST_ATTACHMENTS = 50

export function createEventView(store: Store, clock: () => number): EventViews {
  const { db } = store

  async function readExcerpt({ payload, eventId }: EventDetail): Promise<TraceExcerpt | null> {
    const traceId = parseTraceId(payload.contexts.trace?.trace_id)
    return traceId === undefined ? null : excerptOf(await readTrace(db, traceId, MOST_SPANS_READ), eventId)
  }

  async function findEventNavigation(event: EventDetail): Promise<EventNavigation> {
    const { issueId } = event
    const [edges, recommendedEventId, place] = await Promise.all([
      findEdgeEventIds(db, issueId),
      findRecommendedEventId(store, clock, issueId),
      countNeighbours(db, event, MOST_COUNTED),
    ])
    return { ...edges, recommendedEventId, place }
  }

  return {
    async readView(event) {
      const { projectId, eventId } = event
      const [trace, attachments, feedback, logs, ways] = await Promise.all([
        readExcerpt(event),
        listAttachmentRows(db, projectId, eventId),
        listEventFeedback(db, projectId, eventId),
        listLogsAround(db, event),
        findEventNavigation(event),
      ])
      return {
        trace,
        attachments: attachments
          .slice(0, MOST_ATTACHMENTS)
          .map(({ id, filename, contentType, sizeBytes }) => ({ id, filename, contentType, sizeBytes })),
        feedback,
        logs,
        ways,
        isEcho: isEcho(event.payload),
        exceptionTree: exceptionTree(event.payload.exception.values),
      }
    },
    readExcerpt,
  }
}
