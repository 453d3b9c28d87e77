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
