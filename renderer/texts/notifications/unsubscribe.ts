import type { MailReason } from '#server/models/alerts/notices.ts'

export const title = 'Mails from Crumbtrail'
export const intro = (email: string) => `Choose which mails ${email} gets no more. Each can be undone here.`

export const issue = (shortId: string) => `Mails about ${shortId}`
export const issueHint = 'Mentions of you and assignments to you are still sent.'
export const kinds: Record<MailReason, string> = {
  mentioned: 'Mails about mentions',
  assigned: 'Mails about assignments',
  subscribed: 'Mails about subscriptions',
  rules: 'Mails of alert rules',
  digest: 'Digests',
}
export const all = 'All mails'

export const end = 'End'
export const begin = 'Undo'
export const endOf = (name: string) => `End: ${name}`
export const beginOf = (name: string) => `Undo: ${name}`
export const ended = 'Ended. You can undo it here.'
export const begun = 'You get them again.'
export const unknownChange = 'Cannot change mails: unknown action'
