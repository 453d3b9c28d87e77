import type { EventLevel } from '#server/processing/event.ts'
import type { EventSummary } from './events.ts'

/** How often a user was affected by an issue. */
export interface AffectedUser {
  /** As counted: `id:7`, `email:…`, `username:…` or `ip:…`. */
  name: string
  eventCount: number
  /** Milliseconds since the epoch. */
  firstSeen: number
  lastSeen: number
}

export interface AffectedUsers {
  users: AffectedUser[]
  /** How many are counted by name: more than are listed. */
  userCount: number
  /** Events of users beyond those that are counted by name. */
  otherEventCount: number
}

/** All that happened to one user. */
export interface UserHistory {
  name: string
  /** What the newest event says about the user, by name. */
  facts: [name: string, value: string][]
  /** The last seen first. */
  issues: UserIssue[]
  /** The newest first, of the issues seen last. */
  events: EventSummary[]
  /** Of these events, the newest first. */
  traces: UserTrace[]
  feedback: UserFeedback[]
}

/** An issue with the user's share of its events. */
export interface UserIssue extends AffectedUser {
  id: number
  shortId: string
  projectSlug: string
  type: string
  value: string
  level: EventLevel
  status: string
}

export interface UserTrace {
  traceId: string
  op: string
  /** Of its first span. */
  title: string
  startMs: number
  durationMs: number
}

export interface UserFeedback {
  feedbackId: string
  timestamp: number
  message: string
  issueId: number | null
  eventId: string | null
}
