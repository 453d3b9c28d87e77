import type { FeedbackState } from '#server/desk/records/feedback.ts'

export const STATES: readonly FeedbackState[] = ['open', 'resolved', 'spam']

/** Undefined for what is none. */
export function parseFeedbackState(text: string | null | undefined): FeedbackState | undefined {
  return STATES.find((state) => state === text)
}
