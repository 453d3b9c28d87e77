import type { ChannelField } from '#server/models/alerts/channels.ts'

/** Where issues can be made outside of the desk. */
export const TRACKER_KINDS = ['github', 'gitlab', 'jira', 'linear', 'azure'] as const

export type TrackerKind = (typeof TRACKER_KINDS)[number]

export interface TrackerKindOffered {
  kind: TrackerKind
  /** As users know it: "GitHub". */
  label: string
  /** The address is the first one. */
  fields: readonly ChannelField[]
  /** Whether issues can be made from the desk, and closed and reopened with ours. */
  isTwoWay: boolean
}

/** A tracker of a project, as its settings show it. */
export interface ListedTracker {
  id: number
  kind: TrackerKind
  kindLabel: string
  /** `acme/shop`. */
  name: string
  fields: readonly ChannelField[]
  /** Values of fields that are no secrets. */
  values: Readonly<Record<string, string>>
  /** The names of secrets that have a value. */
  secretsSet: readonly string[]
  /** It has a token: issues are made from the desk, and keep in step with ours. */
  isTwoWay: boolean
  /** Where it tells of its issues; null where it cannot. */
  hookUrl: string | null
  /** Issues of the desk that are linked to one of its issues. */
  linked: number
  version: number
}

/** What a tracker's form says, by the fields' names. An empty secret keeps the one that was saved. */
export type GivenTracker = Readonly<Record<string, string>>

/** An issue of a tracker that one of ours is linked to. */
export interface LinkedIssue {
  id: number
  kindLabel: string
  /** `acme/shop#12`. */
  name: string
  url: string
  theirs: 'open' | 'closed'
  /** Why the tracker does not know yet what became of our issue; null where it does. */
  failure: string | null
  /** It is tried again; otherwise somebody has to ask for that. */
  isTriedAgain: boolean
}

/** What can be made of an issue elsewhere. */
export interface TrackerOffer {
  trackerId: number
  kindLabel: string
  name: string
  /** Leads to the tracker's form, filled in. */
  href: string
  isTwoWay: boolean
}
