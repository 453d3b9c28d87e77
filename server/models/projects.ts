export interface ProjectSummary {
  id: number
  slug: string
  name: string
  createdAt: number
  openIssueCount: number
  /** The project was made by the command `demo`; absent for all others. */
  isDemo?: true
  /** The project is being deleted; absent for all others. */
  isGoing?: true
  /** The project that Crumbtrail reports to itself; absent for all others. */
  isOwn?: true
}

export interface ProjectDetail extends ProjectSummary {
  /** It is empty while every key of the project is disabled. */
  dsn: string
}

/** A key of a project, which is no secret: browsers show it. */
export interface ProjectDsn {
  publicKey: string
  dsn: string
  isActive: boolean
  createdAt: number
}

/** The newest event of a project. */
export interface LatestEvent {
  issueId: number
  eventId: string
  receivedAt: number
  type: string
  value: string
}

/** How much of a project is kept. */
export interface ProjectRetention {
  projectSlug: string
  /** Null when events of any age are kept. */
  days: number | null
  /** Null when any number of events is kept. */
  maxEvents: number | null
}
