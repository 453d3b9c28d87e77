import type { FeedbackState } from '#server/desk/records/feedback.ts'

export const title = 'Feedback'
export const intro = 'What people wrote when something went wrong, beside what happened to them.'
export const emptyTitle = 'No feedback here'
export const nobody = 'Nobody wrote in this time.'
export const anonymous = 'Somebody'
export const states: Record<FeedbackState, string> = { open: 'Open', resolved: 'Resolved', spam: 'Spam' }
/** On buttons: what becomes of it. */
export const verbs: Record<FeedbackState, string> = { open: 'Reopen', resolved: 'Resolve', spam: 'Spam' }
export const newer = 'Newer'
export const older = 'Older'
export const gone = 'Cannot change the feedback: it is no longer there'
export const unknown = 'Cannot change the feedback: its state is not one of open, resolved, spam'
export const errorBeside = 'What happened'
export const trace = 'Trace'
export const changed: Record<FeedbackState, string> = {
  open: 'It is open again.',
  resolved: 'It is resolved.',
  spam: 'It is among the spam.',
}
export const statesLabel = 'States'
export const empty = 'Ask people what they were doing, where they meet an error. In the browser, for example:'
