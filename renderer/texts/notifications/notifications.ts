import type { NoticeReason, NoticeWay } from '#server/models/alerts/notices.ts'

export const title = 'Notifications'
export const intro = 'Choose what you are told about, how, and when.'

export const unknownChange = 'Cannot change notifications: unknown action'

export const ways = {
  title: 'Messages',
  about: 'About',
  names: { mail: 'Mail', push: 'Browser' } satisfies Record<NoticeWay, string>,
  reasons: {
    mentioned: 'Mentions',
    assigned: 'Assignments',
    subscribed: 'Subscriptions',
    rules: 'Alert rules',
  } satisfies Record<NoticeReason, string>,
  meanings: {
    mentioned: 'A comment mentions you or one of your teams.',
    assigned: 'An issue is assigned to you or one of your teams, or happens again.',
    subscribed: 'Comments and changes of issues that you follow.',
    rules: 'Every alert of the projects that you can see.',
  } satisfies Record<NoticeReason, string>,
  /** The name of a box. */
  box: (reason: string, way: string) => `${reason} by ${way.toLowerCase()}`,
  save: 'Save choices',
  saved: 'Choices saved.',
} as const

export const mail = {
  to: (email: string) => `Mails go to ${email}.`,
  none: 'No mails are sent, because no mail server is set (SMTP_URL).',
  off: 'You turned off all mail with the link in a mail.',
  begin: 'Turn mail on again',
  begun: 'Mail is on again.',
} as const

export const quiet = {
  title: 'Quiet hours',
  note: 'Messages wait, and arrive together at the end.',
  from: 'From',
  to: 'Until',
  emptyHint: 'Leave both empty for none.',
  zone: 'Time zone',
  days: 'Starting on',
  dayNames: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  urgent: 'Urgent rules still reach you',
  save: 'Save quiet hours',
  saved: 'Quiet hours saved.',
  none: 'You have no quiet hours.',
} as const

export const digest = {
  title: 'Digest',
  note: 'One mail about new, regressed and rising issues, and crashes. No mail when nothing happened.',
  every: 'How often',
  everyNames: { '': 'Never', day: 'Every day', week: 'Every week' },
  hour: 'Hour',
  day: 'Day of the weekly digest',
  zone: 'Time zone',
  save: 'Save digest',
  saved: 'Digest saved.',
  none: 'You get no digest.',
} as const

export const subscriptions = {
  title: 'Subscriptions',
  none: 'You follow no issue. You do once you comment on one, are mentioned or assigned, or press Subscribe.',
  issue: 'Issue',
  project: 'Project',
  why: 'Why',
  byHand: 'subscribed',
  byItself: 'commented, mentioned or assigned',
  since: 'Since',
  act: 'Action',
  end: 'Unsubscribe',
  endOf: (shortId: string) => `Unsubscribe from ${shortId}`,
  ended: 'Unsubscribed.',
  more: (count: number) => `The latest ${count} are shown.`,
} as const
