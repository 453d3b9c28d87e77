import type { Happening, Urgency } from './happenings.ts'

/** Those that a rule can be made for, and what else it needs. */
export const RULE_HAPPENINGS = ['new', 'regressed', 'escalating', 'rising', 'events', 'users'] as const

export type RuleHappening = (typeof RULE_HAPPENINGS)[number] & Happening

/** So many events, or users, of one issue within a time. */
export interface Threshold {
  count: number
  minutes: number
}

/** What somebody wants to hear of. */
export interface Rule {
  id: number
  name: string
  happening: RuleHappening
  /** Null for all projects. */
  projectId: number | null
  /** In the grammar of the list of issues; empty for all. */
  search: string
  /** Of `events` and `users`, and of no other. */
  threshold: Threshold | null
  urgency: Urgency
  /** An issue is told of at most once in this time; 0 for each time that it happens. */
  coolDownMinutes: number
  /** Null for every channel, also those that are added later. */
  channelIds: readonly number[] | null
  isEnabled: boolean
  /** Milliseconds since the epoch. */
  mutedUntil: number | null
  /** Counts the changes: a form that was made before another change is refused. */
  version: number
}

/** A rule in the list of rules. */
export interface ListedRule extends Omit<Rule, 'projectId' | 'channelIds'> {
  /** Null for all projects. */
  project: { slug: string; name: string } | null
  /** Those that it sends to, by name. Empty where there is none: then nobody hears of it. */
  channels: { id: number; name: string }[]
  isForEveryChannel: boolean
  /** The latest message; null where there was none in 30 days. */
  lastSentAt: number | null
  /** Messages of the last 24 hours. */
  sentLastDay: number
}

/** A rule as its form has it: all of it is text that somebody typed or chose. */
export interface GivenRule {
  name: string
  happening: string
  /** A slug; empty for all. */
  project: string
  search: string
  count: string
  minutes: string
  urgency: string
  coolDownMinutes: string
  /** Ids. */
  channels: readonly string[]
  isForEveryChannel: boolean
}

/** What a rule would have sent. */
export interface RulePreview {
  days: number
  messages: number
  /** How many issues they would have been about. */
  issues: number
  /** The messages in the hour with the most. */
  busiestHour: number
  /** Messages of each of those days, the oldest first. */
  perDay: readonly number[]
  /** The latest issues, at most five. */
  latest: readonly { shortId: string; title: string; at: number; path: string }[]
}

/** A time in which no rule of a project, or of any, sends anything. */
export interface ListedMute {
  id: number
  /** Null for all projects. */
  project: { slug: string; name: string } | null
  reason: string
  createdBy: string
  createdAt: number
  until: number
}
