import { eventPath } from '#renderer/paths.ts'
import type { EventDetail, IssueDetail } from '#server/desk/desk.ts'
import { excerptOf, type TraceExcerpt } from '#server/desk/traces/excerpt.ts'
import { readTrace } from '#server/desk/traces/read-trace.ts'
import { formatForAssistant, formatMarkdown } from '#server/export/event-markdown.ts'
import { isEcho } from '#server/processing/grouping/echo.ts'
import { readTraceId } from '#server/processing/normalize/spans/span-id.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import type { Store } from '#server/store/engine/store.ts'
import {
  type FeedbackOfEvent,
  findEdgeEventIds,
  listEventFeedback,
  listEventRichness,
} from '#server/store/events/neighbours.ts'
import { type HistoryMark, listHistoryMarks, readHourlyCounts } from '#server/store/issues/history.ts'
import { findIssueRow } from '#server/store/issues/issues.ts'
import { listSimilarIssues, type SimilarIssue } from '#server/store/issues/similar.ts'
import { type AttachmentRow, listAttachmentRows } from '#server/store/records/read/attachments.ts'

/** What lies around an event. */
export interface EventView {
  trace: TraceExcerpt | null
  attachments: Pick<AttachmentRow, 'id' | 'filename' | 'contentType' | 'sizeBytes'>[]
  feedback: FeedbackOfEvent[]
  /** Other events of the issue that one goes to. */
  ways: EventWays
  /** It says only that something failed on the server, whose own event says what. */
  isEcho: boolean
}

export interface EventWays {
  firstEventId: string | null
  lastEventId: string | null
  /** A recent one with the most to see. */
  recommendedEventId: string | null
}

/** How often an issue happened, and what may have changed that. */
export interface IssueHistory {
  /** Milliseconds since the epoch: of the first bar's beginning. */
  start: number
  barMs: number
  counts: number[]
  marks: HistoryMark[]
}

export interface DeskEventView {
  readEventView(event: EventDetail): Promise<EventView>
  /** In bars of whole hours, the first of which begins with one: milliseconds since the epoch. */
  readIssueHistory(
    issueId: number,
    range: { start: number; barMs: number; bars: number },
  ): Promise<IssueHistory | undefined>
  /** Seen lately in the same project, of the same type or from the same place. */
  listSimilarIssues(issueId: number): Promise<SimilarIssue[]>
  /** The event as Markdown; for an assistant with all that was reported marked as such. */
  formatEvent(issue: IssueDetail, event: EventDetail, reader: 'person' | 'assistant'): Promise<string>
}

/** Enough to tell where an error happened; the trace's own page has all of them. */
const MOST_SPANS_READ = 500
const RECENT_EVENTS = 50
const MOST_SIMILAR = 5
const MOST_ATTACHMENTS = 50

export function createDeskEventView({ db }: Store, { publicUrl }: { publicUrl: string }): DeskEventView {
  async function readExcerpt({ payload, eventId }: EventDetail): Promise<TraceExcerpt | null> {
    const traceId = readTraceId(payload.contexts.trace?.trace_id)
    return traceId === undefined ? null : excerptOf(await readTrace(db, traceId, MOST_SPANS_READ), eventId)
  }

  async function findWays({ issueId, release }: EventDetail): Promise<EventWays> {
    const [edges, recent] = await Promise.all([
      findEdgeEventIds(db, issueId),
      listEventRichness(db, issueId, RECENT_EVENTS),
    ])
    return { ...edges, recommendedEventId: richestOf(recent, release) }
  }

  return {
    async readEventView(event) {
      const { projectId, eventId } = event
      const [trace, attachments, feedback, ways] = await Promise.all([
        readExcerpt(event),
        listAttachmentRows(db, projectId, eventId),
        listEventFeedback(db, projectId, eventId),
        findWays(event),
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
    async readIssueHistory(issueId, { start, barMs, bars }) {
      const issue = await findIssueRow(db, issueId)
      if (!issue) return undefined
      const barHours = barMs / HOUR_MS
      const [hourly, marks] = await Promise.all([
        readHourlyCounts(db, issue, { fromHour: start / HOUR_MS, hours: bars * barHours }),
        listHistoryMarks(db, issue.projectId, { from: start, before: start + bars * barMs }),
      ])
      const counts = Array.from({ length: bars }, (_, bar) =>
        sumOf(hourly.slice(bar * barHours, (bar + 1) * barHours)),
      )
      return { start, barMs, counts, marks }
    },
    async listSimilarIssues(issueId) {
      const issue = await findIssueRow(db, issueId)
      return issue ? listSimilarIssues(db, issue, MOST_SIMILAR) : []
    },
    async formatEvent(issue, event, reader) {
      const told = { issue, event, trace: await readExcerpt(event) }
      const address = publicUrl + eventPath(issue.id, event.eventId)
      return reader === 'assistant' ? formatForAssistant(told, address) : formatMarkdown(told, address)
    },
  }
}

type Richness = Awaited<ReturnType<typeof listEventRichness>>[number]

/** The newest of those that score best: a trace counts most, then a person, the release at hand, and how much it says. */
function richestOf(events: Richness[], release: string | null): string | null {
  const mostBytes = Math.max(1, ...events.map(({ payloadBytes }) => payloadBytes))
  const score = (event: Richness) =>
    (event.traceId === null ? 0 : 4) +
    (event.userLabel === null ? 0 : 3) +
    (event.release !== null && event.release === release ? 2 : 0) +
    Math.round((2 * event.payloadBytes) / mostBytes)
  let best: Richness | undefined
  for (const event of events) if (best === undefined || score(event) > score(best)) best = event
  return best?.eventId ?? null
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
