import type { EventLevel } from '#server/processing/event.ts'
import type { UserCount } from '#server/processing/sketches/daily-users.ts'
import type { Assignee } from './accounts/assignee.ts'
import type { TwoWayListing } from './listing.ts'
import type { Refusal } from './refusal.ts'

/** An issue as lists show it. */
export interface IssueSummary {
  id: number
  /** The project's prefix and a number: `SHOP-418`. */
  shortId: string
  projectSlug: string
  type: string
  value: string
  culprit: string
  level: EventLevel
  /** `open`, `resolved`, `ignored` or `archived`. */
  status: string
  /** Why it is open again, `regressed` or `escalating`; null when it has not been closed before. */
  substatus: string | null
  /** Null when it is unassigned. */
  assignee: Assignee | null
  isUnhandled: boolean
  firstSeen: number
  lastSeen: number
  eventCount: number
  /** Events of the chosen time, environment and release; absent when none is chosen. */
  scopedCount?: number
  /** Distinct users: exact up to 1,000, then within 2 %. */
  userCount: number
  /** Users of the chosen time, environment and release; absent when none is chosen. Estimated above 1,000 a day. */
  scopedUsers?: UserCount
  /** Events in each of the last 24 hours, oldest first. */
  hourlyCounts: readonly number[]
  /** Its first release, if that is the project's newest one; absent otherwise. */
  newInRelease?: string
}

/** An issue as its own page shows it. */
export interface IssueDetail extends IssueSummary {
  /** The first half of its digests; null when its events carry none of ours. */
  fault: string | null
  /** The releases of the first and the last event that named one; null when none did. */
  firstRelease: string | null
  lastRelease: string | null
  /** The release that it was first seen in; null when no event named one. */
  introducedIn: IssueRelease | null
  /** The release in which it regressed, while that is why it is open. */
  regressedIn: IssueRelease | null
}

/** A release in which an issue began or regressed. */
export interface IssueRelease {
  version: string
  /** When that happened, in milliseconds since the epoch. */
  time: number
  /** The release or deploy before it, by which it came; null when none is known. */
  mark: HistoryMark | null
}

export interface IssuePage {
  limit: number
  /** A `nextCursor` or `previousCursor` of an earlier page; the first page without it. */
  cursor?: string | undefined
  /** All projects without it. */
  projectSlug?: string | undefined
  /** Leaves out Crumbtrail's own project. */
  isWithoutOwn?: boolean
}

export interface IssueFilter extends IssuePage {
  /** The search as it was typed; all issues without it. */
  query?: string | undefined
  /** One of ISSUE_SORTS; `date` without it. */
  sort?: string | undefined
  /** All environments without it. */
  environment?: string | undefined
  /** When they were last seen, in milliseconds since the epoch; `before` is not included. */
  lastSeen?: { from?: number; before?: number } | undefined
}

/** The bars of a trend: each is so many whole minutes, hours or days. */
export interface TrendBars {
  unit: 'minute' | 'hour' | 'day'
  /** The first one, in units since the epoch. Minutes begin with an hour. */
  from: number
  count: number
  /** How many units a bar has. */
  each: number
}

/** It is remembered between requests, so nobody may change it. */
export type IssueListing = TwoWayListing<IssueSummary>

export type IssueSearchResult = IssueListing | Refusal

/** A release or deploy that may have changed how often an issue happens. */
export interface HistoryMark {
  kind: 'release' | 'deploy'
  version: string
  /** Where a deploy went; null for a release. */
  environment: string | null
  /** Milliseconds since the epoch. */
  time: number
}

/** How often an issue happened, and what may have changed that. */
export interface IssueHistory {
  /** When the first bar begins, in milliseconds since the epoch. */
  start: number
  barMs: number
  counts: number[]
  /** The users of all hours that this time has a part of. */
  users: UserCount
  marks: HistoryMark[]
  change: HistoryChange | null
}

/** What changed last in how often an issue happens, as far as its events support it. */
export type HistoryChange = FirstSeen | Risen

interface FirstSeen {
  kind: 'first'
  /** When the first event came. */
  time: number
  /** The release or deploy that it came with. It may be earlier than the first bar. */
  cause: HistoryMark
}

interface Risen {
  kind: 'rise'
  /** The beginning of the hour with which it began. */
  time: number
  /** How many times as many events as before; null where there were none. */
  factor: number | null
  /** The release or deploy that can be its cause. */
  cause: HistoryMark | null
  /** True where no release or deploy is known in the day before. */
  isWithoutMarks: boolean
}
