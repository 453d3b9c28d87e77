import type { Level, NormalizedEvent } from './processing/event.ts'

/**
 * The store as one viewer may see it. Pages and the read API get a desk, never the store, so a query
 * that forgets the viewer cannot be written there.
 */
export interface Desk {
  listProjects(): Promise<ProjectSummary[]>
  findProject(slug: string): Promise<ProjectDetail | undefined>
  /** Refuses a name that is empty, too long or taken. */
  createProject(name: string): Promise<{ project: ProjectDetail } | { refusal: string }>
  /** Newest first; `cursor` is a `nextCursor` of an earlier page. */
  listIssues(filter: IssueFilter): Promise<Listing<IssueSummary>>
  findIssue(issueId: number): Promise<IssueDetail | undefined>
  listEvents(issueId: number, page: { limit: number; cursor?: string }): Promise<Listing<EventSummary>>
  /** An event of an issue; `latest` stands for the newest one. */
  findEvent(issueId: number, eventId: string): Promise<EventDetail | undefined>
  /** As SDKs and scripts know an event: by project and id. */
  findProjectEvent(projectId: number, eventId: string): Promise<EventDetail | undefined>
  /** A whole digest finds its event, the first half of one its issue. Case and look-alikes do not matter. */
  findByDigest(digest: string): Promise<DigestMatch | undefined>
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
}

export interface ProjectDetail extends ProjectSummary {
  dsn: string
}

export interface IssueFilter {
  limit: number
  cursor?: string
  projectSlug?: string
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
  status: string
  isUnhandled: boolean
  firstSeen: number
  lastSeen: number
  eventCount: number
  /** Events in each of the last 24 hours, oldest first. */
  hourlyCounts: number[]
}

export interface IssueDetail extends IssueSummary {
  /** First half of its digests, if the issue's events carry ours. */
  fault: string | null
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
  /** Ids of the neighbours in time within the issue. */
  olderEventId: string | null
  newerEventId: string | null
}

export type DigestMatch =
  | { kind: 'event'; issueId: number; eventId: string; projectId: number }
  | { kind: 'issue'; issueId: number }
