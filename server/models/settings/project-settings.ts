import type { GroupingRule } from '#server/protocol/grouping-rule.ts'

/** What became of a change to one setting. */
export type SettingChange<Setting> =
  /** `members` are those that have another value now. */
  | { kind: 'done'; before: Setting; after: Setting; members: string[] }
  | { kind: 'no project' }
  /** Somebody else changed these members since the form was filled; nothing was stored. */
  | { kind: 'changed meanwhile'; members: string[]; now: Setting }
  /** `path` is the member at fault, as in `errorMessages.0`; undefined where no single one is. */
  | { kind: 'wrong'; path: string | undefined; message: string }

/** What names a project, and what its page shows first. */
export interface ProjectNames {
  name: string
  slug: string
  /** The application's kind; empty for none. */
  platform: string
}

/** One setting with its version, by which a form notices that somebody else changed it. */
export interface ShownSetting<Setting> {
  value: Setting
  version: string
}

export interface ShownKey {
  publicKey: string
  dsn: string
  isActive: boolean
  createdAt: number
  /** The origins whose pages may send with it; null for all. */
  allowedOrigins: readonly string[] | null
  /** Names the origins, so that a form notices that somebody else changed them. */
  version: string
  /** The desk's own pages report with it. */
  isForPages: boolean
  /** The beginning of the last hour in which something came with it, in milliseconds since the epoch; null if not known. */
  lastUsedAt: number | null
}

/** What the last event of a project has, and what would be `[Filtered]` of it. */
export interface ScrubbingPreview {
  issueId: number
  eventId: string
  receivedAt: number
  /** In the event's order; at most a hundred. */
  filtered: { path: string; before: string; after: string }[]
  hasMore: boolean
}

/** Which issues' new events would go to one issue by a rule. */
export interface GroupingPreview {
  /** How many issues were tried: the newest event of each. */
  tried: number
  matched: number
  groups: { title: string; isDropped: boolean; issues: PreviewedIssue[] }[]
}

export interface PreviewedIssue {
  id: number
  shortId: string
  type: string
  value: string
}

/** A grouping rule as it was asked for; it is checked before it is used. */
export type AskedRule = Partial<Record<keyof GroupingRule, unknown>>

/** A grouping rule as somebody typed it: its matchers as `type=*Error`, its position from 1, or last. */
export interface TypedRule {
  match: readonly string[]
  rule: AskedRule
  position: string | undefined
}

/** How much goes with a project. */
export interface ProjectContents {
  issues: number
  releases: number
  monitors: number
}
