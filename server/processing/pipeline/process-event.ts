import { matchingFilter } from '#server/processing/filters/matching-filter.ts'
import { groupingOf } from '#server/processing/grouping/grouping.ts'
import { matchingRule, withRule, withRuleTitle } from '#server/processing/grouping/rules.ts'
import { parseEventId } from '#server/processing/normalize/event-id.ts'
import { normalize } from '#server/processing/normalize/normalize.ts'
import type { JsonObject } from '#server/processing/normalize/untrusted.ts'
import { scrub } from '#server/processing/scrubbing/scrub.ts'
import { titleOf } from '#server/processing/title.ts'
import { outcomeOf } from '#server/protocol/outcome.ts'
import type { ItemContext } from './context.ts'
import type { ProcessedItem } from './processed.ts'

/** One event in, ready to be stored. */
export function processEvent(
  type: 'event' | 'security',
  given: JsonObject,
  { receivedAt, newEventId, settings, scrubber }: ItemContext,
  headerId: string | undefined,
): ProcessedItem {
  const eventId = headerId ?? parseEventId(given.event_id) ?? newEventId()
  const normalized = normalize(given, { eventId, receivedAt })
  const filter = matchingFilter(normalized, settings?.filters)
  if (filter) return { id: eventId, outcomes: [outcomeOf(type, 'filtered', filter)] }
  const rule = matchingRule(normalized, settings?.grouping.rules)
  if (rule?.drop) return { id: eventId, outcomes: [outcomeOf(type, 'filtered', 'grouping-rule')] }
  const event = withRule(scrub(normalized, scrubber), rule)
  return {
    id: eventId,
    event: { event, grouping: groupingOf(event), title: withRuleTitle(titleOf(event), event) },
    outcomes: [outcomeOf(type, 'accepted', '')],
  }
}
