import type { EventLevel, NormalizedEvent } from '#server/processing/event.ts'
import type { GroupingExplanation } from '#server/processing/grouping/grouping.ts'
import type { LogLevel } from '#server/processing/record.ts'
import type { Side } from '#server/processing/span.ts'
import type { Title } from '#server/processing/title.ts'

/** An event as lists show it. */
export interface EventSummary {
  eventId: string
  issueId: number
  projectSlug: string
  timestamp: number
  receivedAt: number
  level: EventLevel
  value: string
  environment: string | null
  release: string | null
  /** How the affected user is named; null when the event names none. */
  userLabel: string | null
}

/** Which events of an issue are looked for. */
export interface EventSearch {
  /** As it was typed. */
  query: string
  limit: number
  cursor?: string | undefined
  /** When they arrived, in milliseconds since the epoch; `before` is not included. */
  within?: { from: number; before: number } | undefined
}

export interface FoundEvents {
  items: EventSummary[]
  nextCursor: string | null
  /** How far back it was searched, where that is not to the end: `nextCursor` continues there. */
  searchedUntil: number | null
}

/** What was logged around an event. */
export interface EventLogs {
  /** What the logs have in common with the event. */
  by: 'trace' | 'user' | 'server'
  /** Null when they are not of its trace. */
  traceId: string | null
  /** The earliest first. */
  logs: {
    id: number
    /** Milliseconds since the epoch. */
    timestampMs: number
    level: LogLevel
    /** The beginning of what was logged. */
    body: string
  }[]
}

/** An event with all that was reported. */
export interface EventDetail extends EventSummary {
  /** It grows in the order of arrival. */
  rowId: number
  projectId: number
  /** The affected user as counted: `id:7` or `email:…`; null when the event names none. */
  userName: string | null
  payload: NormalizedEvent
  /** What it is called by its sources, and by its frames as sent; null where no frame is mapped. */
  titles: { mapped: Title; sent: Title } | null
  /** Why the event is in its issue. */
  grouping: GroupingExplanation
  /** The neighbours in time within the issue; null at its ends. */
  olderEventId: string | null
  newerEventId: string | null
}

/** What a digest leads to: a whole one to its event, the first half of one to its issue. */
export type DigestMatch =
  | { kind: 'event'; issueId: number; eventId: string; projectId: number }
  | { kind: 'issue'; issueId: number }

/** Another event of the same failure. */
export interface RelatedEvent {
  projectSlug: string
  issueId: number
  eventId: string
  /** Milliseconds since the epoch, as the client says. */
  timestamp: number
  level: EventLevel
  type: string
  value: string
  /** Where the error was caught. */
  side: Side
}

/** An event that carries a framework's digest. */
export interface DigestMate {
  /** It grows in the order of arrival. */
  rowId: number
  projectId: number
  traceId: string | null
  /** The event was reported where the failure happened; false when it is what a browser was told of it. */
  tellsOfServer: boolean
}

/** Events of the same issue that the event's page links to; null when the issue has none. */
export interface EventNavigation {
  firstEventId: string | null
  lastEventId: string | null
  /** A recent one with the most to see. */
  recommendedEventId: string | null
  place: EventPlace
}

/** Where an event is among the stored events of its issue. Each side is counted up to 1,000. */
export interface EventPlace {
  newer: number
  older: number
}
