import type { FeedbackState } from '#server/desk/records/feedback.ts'

export const STATES: readonly FeedbackState[] = ['open', 'resolved', 'spam']

/** Returns undefined for a text that is not a state. */
export function parseFeedbackState(text: string | null | undefined): FeedbackState | undefined {
  return STATES.find((state) => state === text)
}
