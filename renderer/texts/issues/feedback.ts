import type { FeedbackState } from '#server/desk/records/feedback.ts'

export const title = 'Feedback'
export const intro = 'Messages from users, next to the errors they saw.'
export const emptyTitle = 'No feedback here'
export const nobody = 'No feedback in this period.'
export const anonymous = 'Anonymous'
export const states: Record<FeedbackState, string> = { open: 'Open', resolved: 'Resolved', spam: 'Spam' }
/** The buttons that set each state. */
export const verbs: Record<FeedbackState, string> = { open: 'Reopen', resolved: 'Resolve', spam: 'Spam' }
export const newer = 'Newer'
export const older = 'Older'
export const gone = 'Cannot change the feedback: it was deleted'
export const unknown = 'Cannot change the feedback: unknown state'
export const errorBeside = 'Error'
export const trace = 'Trace'
export const changed: Record<FeedbackState, string> = {
  open: 'Reopened.',
  resolved: 'Resolved.',
  spam: 'Marked as spam.',
}
export const statesLabel = 'State'
export const empty = 'Ask users what they were doing when an error occurs. In the browser, for example:'
