import type { ChannelField, ChannelKind, DeliveryAnswer } from '#server/models/alerts/channels.ts'
import type { AlertMessage, AlertResolution } from '#server/models/alerts/messages.ts'
import type { Refusal } from '#server/models/refusal.ts'
import type { VapidKeys } from './push/vapid.ts'

/** Values of a channel's fields as they are stored, by the fields' names. */
export type ChannelSettings = Readonly<Record<string, string>>

/** What an adapter may use: it reaches the network in no other way. */
export interface ChannelTools {
  request(request: OutgoingRequest): Promise<OutgoingAnswer>
  /** Undefined where no mail server is set. */
  mail: ((mail: OutgoingMail) => Promise<OutgoingAnswer>) | undefined
  /** A link by which an address stops receiving such mail, where there is one: a GET asks, a POST acts (RFC 8058). */
  unsubscribeUrl?: ((address: string, message: AlertMessage) => string | undefined) | undefined
  /** Undefined where no browser can be notified. */
  push?: PushTools | undefined
  /** Milliseconds since the epoch. */
  now(): number
}

export interface PushTools {
  keys(): Promise<VapidKeys>
  /** Where a push service finds whoever runs the desk. */
  contact: string
  /** Whether a browser's push service may be in a private network. */
  allowsPrivate: boolean
}

export interface OutgoingRequest {
  method: 'GET' | 'PATCH' | 'POST' | 'PUT'
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  /** What is sent in place of `body`, which logs have. */
  bytes?: Uint8Array | undefined
}

export interface OutgoingMail {
  to: readonly string[]
  subject: string
  text: string
  html: string
  headers: Readonly<Record<string, string>>
  /** Without angle brackets: `alert-…@host`. */
  messageId: string
  /** The first mail about the same thing, for threads. */
  inReplyTo: string | undefined
}

/** An answer, or why there was none. */
export type OutgoingAnswer =
  | { status: number; headers: Readonly<Record<string, string>>; body: string }
  /** `isFinal`: an address that may not be reached stays so; a connection that broke does not. */
  | { error: string; isFinal: boolean }

export interface ChannelAdapter {
  kind: ChannelKind
  /** As users know it: "Slack". */
  label: string
  fields: readonly ChannelField[]
  /** Says what is wrong with settings that somebody typed; undefined where nothing is. */
  check(settings: ChannelSettings): Refusal | undefined
  send(settings: ChannelSettings, message: AlertMessage, tools: ChannelTools): Promise<DeliveryAnswer>
  /** Closes an incident; undefined where messages are all that there is. */
  resolve?(
    settings: ChannelSettings,
    resolution: AlertResolution,
    tools: ChannelTools,
  ): Promise<DeliveryAnswer>
  /** Says that somebody takes care of an incident; undefined where it has no such state. */
  acknowledge?(
    settings: ChannelSettings,
    acknowledged: AlertResolution,
    tools: ChannelTools,
  ): Promise<DeliveryAnswer>
}
