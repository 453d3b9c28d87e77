import type { Happening, Urgency } from './happenings.ts'
import type { SubjectKind } from './messages.ts'

/** Those that a rule can be made for, each with what it happens to. */
export const RULE_SUBJECTS = {
  new: 'issue',
  regressed: 'issue',
  escalating: 'issue',
  rising: 'issue',
  events: 'issue',
  users: 'issue',
  'monitor-failed': 'monitor',
  'monitor-recovered': 'monitor',
  'uptime-failed': 'check',
  'uptime-recovered': 'check',
  'certificate-ends': 'check',
  'crash-free-sessions': 'release',
  'crash-free-users': 'release',
  'slower-release': 'release',
  'maps-missing': 'release',
  'quota-near': 'project',
  'intake-refused': 'project',
  'disk-full': 'desk',
} as const satisfies Partial<Record<Happening, SubjectKind>>

export type RuleHappening = keyof typeof RULE_SUBJECTS

export const RULE_HAPPENINGS = Object.keys(RULE_SUBJECTS) as RuleHappening[] // it has each of them, and nothing else

/** Those of everything but issues, of which no event tells. */
export type OccurrenceHappening = {
  [Kind in RuleHappening]: (typeof RULE_SUBJECTS)[Kind] extends 'issue' ? never : Kind
}[RuleHappening]

export function isOfIssues(happening: Happening): boolean {
  const kinds: Partial<Record<Happening, SubjectKind>> = RULE_SUBJECTS
  return (kinds[happening] ?? 'issue') === 'issue'
}

/** What a rule says in numbers: N, M and P of its sentence. Those that it does not name are 0. */
export interface Threshold {
  /** So many events, users, sessions, requests, issues, items or gigabytes. */
  count: number
  /** Within so long. */
  minutes: number
  percent?: number
}

export type ThresholdPart = keyof Threshold

/** Which of them each happening names. */
export const RULE_THRESHOLDS = {
  events: ['count', 'minutes'],
  users: ['count', 'minutes'],
  'crash-free-sessions': ['count', 'minutes', 'percent'],
  'crash-free-users': ['count', 'minutes', 'percent'],
  'slower-release': ['count', 'percent'],
  'maps-missing': ['count'],
  'quota-near': ['percent'],
  'intake-refused': ['count'],
  'disk-full': ['count'],
} as const satisfies Partial<Record<RuleHappening, readonly ThresholdPart[]>>

/** Lists the numbers that a rule about this names; none for most. */
export function thresholdsOf(happening: RuleHappening): readonly ThresholdPart[] {
  const all: Partial<Record<RuleHappening, readonly ThresholdPart[]>> = RULE_THRESHOLDS
  return all[happening] ?? []
}

/** Those that the desk measures from time to time, and that last until they are over. */
export const MEASURED = [
  'crash-free-sessions',
  'crash-free-users',
  'slower-release',
  'maps-missing',
  'quota-near',
  'intake-refused',
  'disk-full',
] as const satisfies RuleHappening[]

export type MeasuredHappening = (typeof MEASURED)[number]

/** What somebody wants to hear of. */
export interface Rule {
  id: number
  name: string
  happening: RuleHappening
  /** Null for all projects. */
  projectId: number | null
  /** The one monitor, or uptime check, that it is about; null for all of them. */
  subjectId: number | null
  /** In the grammar of the list of issues, or of what else it is about; empty for all. */
  search: string
  /** Of those that have one: `RULE_THRESHOLDS`. */
  threshold: Threshold | null
  urgency: Urgency
  /** An issue, or what else it is about, is told of at most once in this time; 0 for each time that it happens. */
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
  /** The name of the one that it is about. */
  subject: string | null
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
  /** The number of the monitor or the check that it is about alone; empty for all. */
  subject?: string
  search: string
  count: string
  minutes: string
  percent?: string
  urgency: string
  coolDownMinutes: string
  /** Ids. */
  channels: readonly string[]
  isForEveryChannel: boolean
}

/** Something that a rule can be about alone. */
export interface RuleSubject {
  kind: 'monitor' | 'check'
  id: number
  name: string
  project: { id: number; slug: string; name: string }
}

/** What a rule would have sent. */
export interface RulePreview {
  days: number
  messages: number
  /** What they would have been about. */
  kind: SubjectKind | 'route'
  /** How many of these. */
  subjects: number
  /** The messages in the hour with the most. */
  busiestHour: number
  /** Messages of each of those days, the oldest first. */
  perDay: readonly number[]
  /** The latest of them, at most five. */
  latest: readonly { name: string; title: string; at: number; path: string }[]
  /** What the desk does not know of the past. */
  note?: string
}

/** In place of a preview, where what happened is not kept. */
export interface NoPreview {
  unknown: string
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
