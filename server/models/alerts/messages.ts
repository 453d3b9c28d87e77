import type { Happening, Urgency } from './happenings.ts'
import type { MailReason } from './notices.ts'

/** What a channel is given to send: one thing that happened, or several that were collected into one message. */
export interface AlertMessage {
  /** The same at each try, and for no other message: receivers that keep it recognize a repeat. Letters, digits and `-`. */
  key: string
  happening: Happening
  urgency: Urgency
  /** True of a message that somebody asked for to see whether it arrives. */
  isTest: boolean
  /** Undefined where the rule is gone, or nobody's rule asked for it. */
  rule: { id: number; name: string } | undefined
  project: { slug: string; name: string; url: string }
  /** One line of plain text: "New issue in Shop: TypeError: x is not a function". */
  title: string
  /** A sentence more, where there is one: "4,995 more; 5,000 of them share TypeError in loadCart." */
  note: string | undefined
  /** The largest first; at most five. */
  subjects: readonly AlertSubject[]
  /** How many more there are than `subjects`. */
  more: number
  /** A search of the desk that shows them all, as an absolute address. */
  url: string
  /** Milliseconds since the epoch, when it was decided. */
  at: number
  /** Of a message to an account: channels that all have get none such. */
  to?: AlertRecipient | undefined
  /** What a digest lists, in place of `subjects`. */
  sections?: readonly AlertSection[] | undefined
}

export interface AlertSection {
  title: string
  lines: readonly { text: string; detail: string; url: string; projectId: number }[]
}

export interface AlertRecipient {
  /** One sentence why the account gets it. */
  because: string
  /** What is ended where it wants to hear no more of this kind. */
  reason: MailReason
  /** Where all of it is about one issue. */
  issueId: number | undefined
  /** The project of each subject that is no issue, by the subject's id. */
  projects?: readonly (readonly [subjectId: string, projectId: number])[]
}

/** Something that happened to an issue. Both are foreign text. */
export interface AlertUpdate {
  /** One line: "Ada commented". */
  text: string
  /** What somebody wrote, perhaps of several lines. */
  quote: string | undefined
}

/** What something can happen to. */
export type SubjectKind = 'issue' | 'monitor' | 'check' | 'release' | 'project' | 'desk'

/** An issue, a monitor or a release that something happened to. All text is foreign: to be shown as text only. */
export interface AlertSubject {
  kind: SubjectKind
  /** `issue:12`: the same in each message about it; mail threads and incidents go by it. */
  id: string
  /** `SHOP-12`, where it has one. */
  shortId: string | undefined
  /** One line: "TypeError: x is not a function". */
  title: string
  /** One line: where it happens, or what is wrong. */
  detail: string
  level: 'fatal' | 'error' | 'warning' | 'info' | 'debug' | undefined
  environment: string | undefined
  release: string | undefined
  /** An absolute address of the desk. */
  url: string
  /** An absolute address where somebody can say that he takes care of it; undefined where there is none. */
  acknowledgeUrl: string | undefined
  events: number | undefined
  users: number | undefined
  /** Milliseconds since the epoch. */
  firstSeen: number | undefined
  lastSeen: number | undefined
  /** What happened to it, the oldest first: only in messages to an account. */
  updates?: readonly AlertUpdate[] | undefined
  /** The latest event of an issue. */
  event: AlertEvent | undefined
}

export interface AlertEvent {
  /** 32 hex digits. */
  id: string
  url: string
  platform: string
  message: string
  tags: readonly (readonly [name: string, value: string])[]
}

/** That what a message was about is over, or that somebody takes care of it: what becomes of its incident. */
export interface AlertResolution {
  key: string
  /** The `id` of the subject. */
  subjectId: string
  title: string
  url: string
  at: number
}
