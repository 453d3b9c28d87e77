import type { AlertSubject } from './messages.ts'
import type { OccurrenceHappening } from './rules.ts'

/** Something that happened to a monitor, a check or anything else that is no issue. */
export interface Occurrence {
  happening: OccurrenceHappening
  projectId: number
  /** How a message about it alone begins: "Monitor missed a run". */
  beginning: string
  subject: AlertSubject
  facts: OccurrenceFacts
}

/** What the search of a rule can ask about it. */
export interface OccurrenceFacts {
  /** That of a monitor, a check, a route or a release. */
  name: string
  environment: string | null
  /** Why it failed, in one word. */
  reason: string | null
}

/** What ends the other: a message about one that was not sent yet is not sent once the other happens. */
export const OPPOSITES: Partial<Record<OccurrenceHappening, OccurrenceHappening>> = {
  'monitor-failed': 'monitor-recovered',
  'monitor-recovered': 'monitor-failed',
  'uptime-failed': 'uptime-recovered',
  'uptime-recovered': 'uptime-failed',
}
