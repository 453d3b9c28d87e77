/** What happens to an issue that people may hear of by themselves. */
const NOTICE_KINDS = [
  'assigned',
  'comment',
  'resolved',
  'ignored',
  'archived',
  'reopened',
  'regressed',
  'escalating',
  'rule',
] as const

export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** Why somebody hears of it. The first of these that is true is the reason. */
const NOTICE_REASONS = ['mentioned', 'assigned', 'subscribed', 'rules'] as const

export type NoticeReason = (typeof NOTICE_REASONS)[number]

/** Why an account gets a mail. */
export const MAIL_REASONS = [...NOTICE_REASONS, 'digest'] as const

export type MailReason = (typeof MAIL_REASONS)[number]

/** The ways to reach an account. */
export const NOTICE_WAYS = ['mail', 'push'] as const

export type NoticeWay = (typeof NOTICE_WAYS)[number]

export interface QuietHours {
  /** Minutes since midnight in the account's zone. Where `from` is after `to`, they end on the next day. */
  from: number
  to: number
  /** The days on which they begin: 1 is Monday, 7 is Sunday. */
  days: readonly number[]
}

export type DigestEvery = 'day' | 'week'

interface DigestChoice {
  every: DigestEvery
  hour: number
  day: number
}

/** What an account wants to hear of, and how. */
export interface NotificationChoices {
  ways: Readonly<Record<NoticeReason, readonly NoticeWay[]>>
  /** An IANA time zone: `Europe/Berlin`. */
  zone: string
  /** Null for none. */
  quiet: QuietHours | null
  /** Whether urgent rules are heard in quiet hours. */
  urgentPasses: boolean
  /** Null for none. `hour` is 0 to 23 in the zone; `day` is that of a weekly one, as in `QuietHours`. */
  digest: DigestChoice | null
  /** True after digests were ended by a link in one. */
  isDigestOff: boolean
  /** True after all mail was ended by a link in a mail. */
  isMailOff: boolean
}

/** What is chosen until somebody chooses otherwise. */
export const FIRST_CHOICES: NotificationChoices = {
  ways: {
    mentioned: ['mail', 'push'],
    assigned: ['mail', 'push'],
    subscribed: ['mail', 'push'],
    rules: [],
  },
  zone: 'UTC',
  quiet: null,
  urgentPasses: true,
  digest: null,
  isDigestOff: false,
  isMailOff: false,
}
