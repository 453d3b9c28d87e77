import type { Generated } from 'kysely'
import type { NoticeKind, NoticeReason } from '#server/models/alerts/notices.ts'

/** What people hear of by themselves, beside the channels that all have. */
export interface NotificationTables {
  issue_subscription: IssueSubscriptionTable
  notice: NoticeTable
  account_notice: AccountNoticeTable
  account_notification: AccountNotificationTable
  push_browser: PushBrowserTable
}

/** Who follows an issue, or wants to hear nothing of it. */
interface IssueSubscriptionTable {
  project_id: number
  issue_id: number
  account_id: number
  /** 0 for who ended it: nothing subscribes them again but they themselves. */
  is_on: number
  /** 1 where they asked for it; 0 where they commented, were mentioned or were assigned. */
  is_by_hand: number
  at: number
}

/** Something that people may hear of: it is deleted in the transaction that decides who does. */
interface NoticeTable {
  id: Generated<number>
  project_id: number
  issue_id: number
  kind: NoticeKind
  /** The line of the issue's history; null where there is none. */
  activity_id: number | null
  /** Who did it: nobody hears of what they did themselves. */
  actor_id: number | null
  /** Of `rule`. */
  rule_id: number | null
  is_urgent: Generated<number>
  /** JSON of an `Occurrence`, where it is about no issue: `issue_id` is 0 then. */
  about: Generated<string | null>
  at: number
}

/** What an account is to hear of, until it is in a message. */
interface AccountNoticeTable {
  id: Generated<number>
  account_id: number
  project_id: number
  issue_id: number
  reason: NoticeReason
  kind: NoticeKind
  activity_id: number | null
  rule_id: number | null
  is_urgent: number
  about: Generated<string | null>
  at: number
  /** When it is looked at next: later where more is collected, or in quiet hours. */
  due_at: number
}

interface AccountNotificationTable {
  account_id: number
  /** JSON: what it chose. */
  choices: string
  window_step: Generated<number>
  window_ends_at: Generated<number>
  /** When its next digest is due; null where it wants none. */
  digest_at: number | null
}

/** A browser that an account is notified in, beside its channel, which has what messages to it are encrypted with. */
interface PushBrowserTable {
  channel_id: number
  account_id: number
  /** SHA-256 of its address at the push service: a browser is notified for one account. */
  endpoint_hash: string
  /** Of the latest session there: ending it ends the notifications. A session that expired leaves them. */
  session_hash: string
  /** Of the cookie by which it is recognized after its session expired; null where it had none. */
  device_hash: string | null
}
