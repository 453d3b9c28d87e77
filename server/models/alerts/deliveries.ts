import type { ChannelField, ChannelKind, DeliveryAnswer } from './channels.ts'
import type { Happening } from './happenings.ts'

/**
 * What became of a message. `collecting`: more of the same may join it; `waiting`: to be sent, or sent again; `undelivered`: given
 * up; `withheld`: left out, because its channel had enough in that hour.
 */
export const MESSAGE_STATES = [
  'collecting',
  'waiting',
  'delivered',
  'undelivered',
  'discarded',
  'withheld',
] as const

export type MessageState = (typeof MESSAGE_STATES)[number]

export interface ListedMessage {
  id: number
  state: MessageState
  happening: Happening
  title: string
  /** Undefined where the rule or the channel is gone. */
  rule: { id: number; name: string } | undefined
  channel: { id: number; name: string; kind: ChannelKind } | undefined
  /** The address of the account that it is for; undefined where all have its channel. */
  account: string | undefined
  /** Undefined where it is about several. */
  project: { slug: string; name: string } | undefined
  isTest: boolean
  /** Milliseconds since the epoch. */
  createdAt: number
  /** When it is sent next, where it waits or collects. */
  dueAt: number
  deliveredAt: number | null
  /** How many times it was tried. */
  attempts: number
  /** Why the latest try failed. */
  reason: string | null
}

export interface MessageDetail extends ListedMessage {
  key: string
  /** What it is about, at most five, and how many more. */
  subjects: { title: string; detail: string; url: string }[]
  more: number
  /** The newest first. */
  tries: DeliveryTry[]
}

export interface DeliveryTry extends Omit<DeliveryAnswer, 'status' | 'reason' | 'retryAfterMs'> {
  id: number
  at: number
  /** How long it took. */
  durationMs: number
  status: number | null
  reason: string | null
}

export interface MessageFilter {
  state?: MessageState | undefined
  channelId?: number | undefined
  ruleId?: number | undefined
  /** The id of the last one on the page before. */
  before?: number | undefined
  limit: number
}

export interface ChannelKindOffered {
  kind: ChannelKind
  label: string
  fields: readonly ChannelField[]
  /** Why it cannot be used now: no mail server is set. */
  missing: string | undefined
}

export interface ListedChannel {
  id: number
  name: string
  kind: ChannelKind
  kindLabel: string
  isEnabled: boolean
  createdAt: number
  /** Deliveries that failed in a row. */
  failures: number
  /** While it fails, messages wait until then; null where it works. */
  pausedUntil: number | null
  lastDeliveredAt: number | null
  /** Messages that wait for it. */
  waiting: number
}

export interface ChannelDetail extends ListedChannel {
  fields: readonly ChannelField[]
  /** Values of fields that are no secrets. */
  values: Readonly<Record<string, string>>
  /** The names of secrets that have a value. */
  secretsSet: readonly string[]
  version: number
}

export interface GivenChannel {
  name: string
  /** By the fields' names. An empty secret keeps the one that was saved. */
  values: Readonly<Record<string, string>>
}
