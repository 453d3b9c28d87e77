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
