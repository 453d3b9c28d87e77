import type { NotificationChoices } from './notices.ts'

/** What an account chose, and what there is to choose of. */
export interface OwnNotifications {
  choices: NotificationChoices
  /** Whether a mail server is set. */
  hasMail: boolean
  /** Where its mails go. */
  email: string
}

/** An issue that the viewer follows. */
export interface ListedSubscription {
  issueId: number
  /** `SHOP-12`. */
  shortId: string
  title: string
  status: string
  projectName: string
  /** False where the viewer commented, was mentioned or was assigned. */
  isByHand: boolean
  at: number
}

/** A browser that the viewer is notified in. */
export interface NotifiedBrowser {
  id: number
  /** `Firefox 145 on Windows`. */
  name: string
  createdAt: number
  /** When a notification was sent to it for the last time; null for never. */
  lastUsedAt: number | null
  /** Whether its push service refused the latest one. */
  isFailing: boolean
  /** The one that asks. */
  isHere: boolean
}

/** The browser that asks for a page, by hashes of its cookies. */
export interface ThisBrowser {
  session: string
  /** Undefined where it has no cookie that outlives the session. */
  device: string | undefined
  userAgent: string | undefined
}
