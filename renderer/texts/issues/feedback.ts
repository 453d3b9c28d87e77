import type { FeedbackState } from '#server/desk/records/feedback.ts'

export const title = 'Feedback'
export const intro = 'Messages from users, next to the errors they saw.'
export const noneTitle = 'No feedback matches'
export const noneText = 'Try a longer period or fewer filters.'
export const allFeedback = 'Show all feedback'
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
/** The notice after a change, by the new state; `name` is who wrote the feedback. */
export const changed: Record<FeedbackState, (name: string) => string> = {
  open: (name) => `Reopened the feedback of ${name}.`,
  resolved: (name) => `Resolved the feedback of ${name}.`,
  spam: (name) => `Marked the feedback of ${name} as spam.`,
}
export const statesLabel = 'State'
