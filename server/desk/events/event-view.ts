import { excerptOf } from '#server/desk/traces/excerpt.ts'
import { readTrace } from '#server/desk/traces/read-trace.ts'
import type { EventDetail, EventNavigation } from '#server/models/events.ts'
import type { TraceExcerpt } from '#server/models/traces.ts'
import { isEcho } from '#server/processing/grouping/echo.ts'
import { parseTraceId } from '#server/processing/normalize/spans/span-id.ts'
import type { Store } from '#server/store/engine/store.ts'
import {
  type FeedbackOfEvent,
  findEdgeEventIds,
  listEventCompleteness,
  listEventFeedback,
} from '#server/store/events/neighbours.ts'
import { type AttachmentRow, listAttachmentRows } from '#server/store/records/read/attachments.ts'

/** What an event's page shows beside the event. */
export interface EventView {
  /** Null when nothing is known of the event's trace but the event itself. */
  trace: TraceExcerpt | null
  attachments: Pick<AttachmentRow, 'id' | 'filename' | 'contentType' | 'sizeBytes'>[]
  feedback: FeedbackOfEvent[]
  ways: EventNavigation
  /** True when the event only says that the server failed; the server's own event says how. */
  isEcho: boolean
}

export interface EventViews {
  readView(event: EventDetail): Promise<EventView>
  /** Null when nothing is known of the event's trace but the event itself. */
  readExcerpt(event: EventDetail): Promise<TraceExcerpt | null>
}

/** So many show where an error happened; the trace's own page has all of them. */
const MOST_SPANS_READ = 500
const RECENT_EVENTS = 50
const MOST_ATTACHMENTS = 50

export function createEventView({ db }: Store): EventViews {
  async function readExcerpt({ payload, eventId }: EventDetail): Promise<TraceExcerpt | null> {
    const traceId = parseTraceId(payload.contexts.trace?.trace_id)
    return traceId === undefined ? null : excerptOf(await readTrace(db, traceId, MOST_SPANS_READ), eventId)
  }

  async function findEventNavigation({ issueId, release }: EventDetail): Promise<EventNavigation> {
    const [edges, recent] = await Promise.all([
      findEdgeEventIds(db, issueId),
      listEventCompleteness(db, issueId, RECENT_EVENTS),
    ])
    return { ...edges, recommendedEventId: richestOf(recent, release) }
  }

  return {
    async readView(event) {
      const { projectId, eventId } = event
      const [trace, attachments, feedback, ways] = await Promise.all([
        readExcerpt(event),
        listAttachmentRows(db, projectId, eventId),
        listEventFeedback(db, projectId, eventId),
        findEventNavigation(event),
      ])
      return {
        trace,
        attachments: attachments
          .slice(0, MOST_ATTACHMENTS)
          .map(({ id, filename, contentType, sizeBytes }) => ({ id, filename, contentType, sizeBytes })),
        feedback,
        ways,
        isEcho: isEcho(event.payload),
      }
    },
    readExcerpt,
  }
}

type Completeness = Awaited<ReturnType<typeof listEventCompleteness>>[number]

/** Finds the newest of the events that score best: a trace counts most, then a user, the same release, and size. */
function richestOf(events: Completeness[], release: string | null): string | null {
  const mostBytes = Math.max(1, ...events.map(({ payloadBytes }) => payloadBytes))
  const score = (event: Completeness) =>
    (event.traceId === null ? 0 : 4) +
    (event.userLabel === null ? 0 : 3) +
    (event.release !== null && event.release === release ? 2 : 0) +
    Math.round((2 * event.payloadBytes) / mostBytes)
  let best: Completeness | undefined
  for (const event of events) if (best === undefined || score(event) > score(best)) best = event
  return best?.eventId ?? null
}
