import type { MailReason } from './notices.ts'

/** How much a link in a mail ends: mails about its issue, mails of its kind, or all mail. */
export type MailScope = 'issue' | 'kind' | 'all'

/** What a mail was sent for. */
export interface MailLink {
  accountId: number
  reason: MailReason
  issueId: number | undefined
}

/** What a link in a mail can end and begin again. */
export interface OpenedMailLink {
  email: string
  reason: MailReason
  /** Undefined where the mail was about several issues, or its issue is gone. */
  issue: { shortId: string } | undefined
  /** What is ended now. */
  ended: Readonly<Record<MailScope, boolean>>
}
