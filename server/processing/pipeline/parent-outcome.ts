import type { Item } from '#server/protocol/envelope.ts'
import { type CountedOutcome, categoryOf } from '#server/protocol/outcome.ts'
import type { Processed } from './processed.ts'

/** What became of the event that an envelope is about, where it was left out. */
export type ParentOutcome = Pick<CountedOutcome, 'outcome' | 'reason'>

/** Why the event that an envelope is about was left out, if it was. */
export function parentOutcomeOf(
  { headers: { type } }: Item,
  outcomes: CountedOutcome[],
): ParentOutcome | undefined {
  if (type !== 'event' && type !== 'transaction' && type !== 'feedback') return undefined
  return outcomes.find(({ category, outcome }) => category === categoryOf(type) && outcome !== 'accepted')
}

/** What belongs to an event that is left out is left out with it. */
export function leaveAttachments(processed: Processed, { outcome, reason }: ParentOutcome): void {
  const accepted = processed.records.filter(({ kind }) => kind !== 'attachment')
  const quantity = processed.records.length - accepted.length
  if (quantity > 0) processed.outcomes.push({ category: 'attachment', outcome, reason, quantity })
  processed.records = accepted
}
