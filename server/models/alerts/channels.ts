/** Where messages can be sent that all have. */
export const CHANNEL_KINDS = [
  'email',
  'webhook',
  'sentry-webhook',
  'slack',
  'discord',
  'teams',
  'mattermost',
  'google-chat',
  'telegram',
  'matrix',
  'ntfy',
  'zulip',
  'pagerduty',
] as const

/** `push` is a browser of one account. */
export type ChannelKind = (typeof CHANNEL_KINDS)[number] | 'push'

/** How many messages a channel gets within an hour at most: mail goes to several people, who read it apart. */
export function messagesAnHour(kind: ChannelKind): number {
  return kind === 'email' ? 60 : 30
}

/** A field of the form in which a channel is set up. */
export interface ChannelField {
  name: string
  label: string
  hint: string
  /** Shown to nobody after it was saved. */
  isSecret: boolean
  isRequired: boolean
  placeholder: string
}

/** What came of one try to deliver a message. */
export interface DeliveryAnswer {
  /** `later`: to be tried again. `refused`: another try would be refused as well. */
  state: 'delivered' | 'later' | 'refused'
  /** Of the receiver; undefined where it answered nothing. */
  status: number | undefined
  /** One sentence why it was not delivered; undefined where it was. */
  reason: string | undefined
  /** How long the receiver asks to wait, in milliseconds. */
  retryAfterMs: number | undefined
  /** What was sent, without secrets, at most 4 KiB. */
  request: string
  /** What was answered, at most 1 KiB: shown to admins only. */
  response: string
  /** True where the receiver said that it exists no more. */
  isGone?: boolean
}
