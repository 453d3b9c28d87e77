import type { Level, NormalizedEvent } from '#server/processing/event.ts'
import type { GroupingExplanation } from '#server/processing/grouping/grouping.ts'
import type { Measurements, Side } from '#server/processing/span.ts'
import type { ArrivalRange } from '#server/store/events/events.ts'
import type { DeskEditor } from './editor.ts'
import type { DeskEventView } from './events/event-view.ts'
import type { DeskFailures } from './events/related-events.ts'
import type { DeskIssues } from './issues/issues.ts'
import type { DeskViews } from './issues/saved-views.ts'
import type { DeskSearch } from './issues/search.ts'
import type { DeskTags } from './issues/tags.ts'
import type { DeskPerformance } from './performance/performance.ts'
import type { DeskCounts } from './projects/counts.ts'
import type { DeskEnvironments } from './projects/environments.ts'
import type { DeskFirstRun } from './projects/first-run.ts'
import type { DeskOutcomes } from './projects/outcomes.ts'
import type { DeskRetention } from './projects/retention.ts'
import type { DeskUsage } from './projects/usage.ts'
import type { DeskFeedback } from './records/feedback.ts'
import type { DeskLogs } from './records/logs.ts'
import type { DeskMonitors } from './records/monitors.ts'
import type { DeskRecords } from './records/records.ts'
import type { DeskReleasePages } from './releases/release-pages.ts'
import type { DeskReleases } from './releases/releases.ts'
import type { DeskSearchFaults } from './search-errors.ts'
import type { DeskTraces } from './traces/traces.ts'

/**
 * The store as one viewer may see it. Pages and the read API get a desk, never the store, so a query
 * that forgets the viewer cannot be written there.
 */
export interface Desk
  extends DeskRecords,
    DeskEnvironments,
    DeskCounts,
    DeskIssues,
    DeskFailures,
    DeskUsage,
    DeskRetention,
    DeskSearch,
    DeskSearchFaults,
    DeskReleases,
    DeskTags,
    DeskPerformance,
    DeskTraces,
    DeskReleasePages,
    DeskFeedback,
    DeskFirstRun,
    DeskLogs,
    DeskMonitors,
    DeskOutcomes,
    DeskEventView,
    DeskEditor,
    DeskViews {
  listProjects(): Promise<ProjectSummary[]>
  findProject(slug: string): Promise<ProjectDetail | undefined>
  /** Refuses a name that is empty, too long or taken. */
  createProject(name: string): Promise<{ project: ProjectDetail } | { refusal: string }>
  findIssue(issueId: number): Promise<IssueDetail | undefined>
  listEvents(
    issueId: number,
    page: { limit: number; cursor?: string | undefined; within?: ArrivalRange | undefined },
  ): Promise<Listing<EventSummary>>
  /** An event of an issue; `latest` stands for the newest one. */
  findEvent(issueId: number, eventId: string): Promise<EventDetail | undefined>
  /** As SDKs and scripts know an event: by project and id. */
  findProjectEvent(projectId: number, eventId: string): Promise<EventDetail | undefined>
  /** A whole digest finds its event, the first half of one its issue. Case and look-alikes do not matter. */
  findByDigest(digest: string): Promise<DigestMatch | undefined>
  /** All of a trace, over all projects; with no spans and no errors when nothing is stored of it. */
  listTrace(traceId: string): Promise<TraceListing>
}

export interface Listing<T> {
  items: T[]
  nextCursor: string | null
}

export interface ProjectSummary {
  id: number
  slug: string
  name: string
  createdAt: number
  openIssueCount: number
  /** Invented, by `demo`; absent for all others. */
  isDemo?: true
}

export interface ProjectDetail extends ProjectSummary {
  dsn: string
}

export interface IssueSummary {
  id: number
  /** `SHOP-418`. */
  shortId: string
  projectSlug: string
  type: string
  value: string
  culprit: string
  level: Level
  /** `open`, `resolved`, `ignored` or `archived`. */
  status: string
  /** Why it is open again: `regressed` or `escalating`. */
  substatus: string | null
  /** The email of the account that it is assigned to. */
  assignee: string | null
  isUnhandled: boolean
  firstSeen: number
  lastSeen: number
  eventCount: number
  /** Distinct people: exact up to 1,000, then within 2 %. */
  userCount: number
  /** Events in each of the last 24 hours, oldest first. */
  hourlyCounts: readonly number[]
  /** Its first release, where that is the project's newest one. */
  newInRelease?: string
}

export interface IssueDetail extends IssueSummary {
  /** First half of its digests, if the issue's events carry ours. */
  fault: string | null
  /** Of the first and of the last event that named one. */
  firstRelease: string | null
  lastRelease: string | null
}

export interface EventSummary {
  eventId: string
  issueId: number
  projectSlug: string
  timestamp: number
  receivedAt: number
  level: Level
  value: string
  environment: string | null
  release: string | null
  userLabel: string | null
}

export interface EventDetail extends EventSummary {
  projectId: number
  payload: NormalizedEvent
  /** Why it is in its issue. */
  grouping: GroupingExplanation
  /** Ids of the neighbours in time within the issue. */
  olderEventId: string | null
  newerEventId: string | null
}

export type DigestMatch =
  | { kind: 'event'; issueId: number; eventId: string; projectId: number }
  | { kind: 'issue'; issueId: number }

export interface TraceListing {
  /** 32 lower-case hex characters. */
  traceId: string
  /** Each before its children, siblings in the order of their starts: a table from top to bottom. */
  spans: TraceSpan[]
  /** Errors whose span is not stored: it was not sampled, or lost. */
  looseErrors: TraceError[]
  /** False when there is more than one listing holds; what started last is left out. */
  isWhole: boolean
}

export interface TraceSpan {
  projectId: number
  projectSlug: string
  spanId: string
  /** As it was sent, whether that span is stored or not. */
  parentSpanId: string | null
  /** How many of the spans before are above it; 0 where the parent is not stored. */
  depth: number
  /** The span that it was recorded under in its process. */
  segmentId: string | null
  isSegment: boolean
  /** Of a transaction; spans that were streamed have none. */
  eventId: string | null
  op: string
  name: string
  side: Side
  /** `ok`, or what went wrong. */
  status: string
  /** Microseconds since the epoch. */
  startUs: number
  durationUs: number
  release: string | null
  environment: string | null
  data: Record<string, unknown>
  measurements: Measurements | null
  /** What was thrown while it was the innermost one running. */
  errors: TraceError[]
}

export interface TraceError {
  projectId: number
  projectSlug: string
  eventId: string
  issueId: number
  spanId: string | null
  /** Milliseconds since the epoch. */
  timestamp: number
  level: Level
  type: string
  value: string
}
