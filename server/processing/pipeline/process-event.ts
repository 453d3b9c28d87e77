import type { NormalizedEvent } from '#server/processing/event.ts'
import { matchingFilter } from '#server/processing/filters/matching-filter.ts'
import { groupingOf } from '#server/processing/grouping/grouping.ts'
import { matchingRule, withRule, withRuleTitle } from '#server/processing/grouping/rules.ts'
import { parseEventId } from '#server/processing/normalize/event-id.ts'
import { normalize } from '#server/processing/normalize/normalize.ts'
import type { JsonObject } from '#server/processing/normalize/untrusted.ts'
import { type Ownership, ownedBy } from '#server/processing/owners/ownership.ts'
import { scrub } from '#server/processing/scrubbing/scrub.ts'
import { buildsOf } from '#server/processing/source-maps/builds.ts'
import type { StackMapping } from '#server/processing/source-maps/stack-mapping.ts'
import { titleOf } from '#server/processing/title.ts'
import type { GroupingRule } from '#server/protocol/grouping-rule.ts'
import { outcomeOf } from '#server/protocol/outcome.ts'
import type { ItemContext } from './context.ts'
import type { AcceptedEvent, ProcessedItem } from './processed.ts'

/** One event in, ready to be stored. */
export function processEvent(
  type: 'event' | 'security',
  given: JsonObject,
  { receivedAt, driftMs = 0, warnings = [], newEventId, settings, scrubber, mapStacks }: ItemContext,
  headerId: string | undefined,
): ProcessedItem {
  const eventId = headerId ?? parseEventId(given.event_id) ?? newEventId()
  const normalized = normalize(given, { eventId, receivedAt, driftMs, warnings })
  const filtered = (reason: string) => ({
    id: eventId,
    outcomes: [outcomeOf(type, 'filtered', reason)],
  })
  const filter = matchingFilter(normalized, settings?.filters)
  if (filter) return filtered(filter)
  const rules = settings?.grouping.rules
  const sentRule = matchingRule(normalized, rules)
  if (sentRule?.drop) return filtered('grouping-rule')
  const scrubbed = scrub(normalized, scrubber)
  const mapping = mapStacks?.(scrubbed)
  const rule = mapping?.mapped ? matchingRule(withStacksOf(normalized, mapping.mapped), rules) : sentRule
  if (rule?.drop) return filtered('grouping-rule')
  return {
    id: eventId,
    event: acceptEvent(scrubbed, mapping, { sentRule, rule, ownership: settings?.ownership }),
    outcomes: [outcomeOf(type, 'accepted', '')],
  }
}

/** Rules see an event as it came, before it was scrubbed, but with the sources in its frames. */
function withStacksOf(
  normalized: NormalizedEvent,
  { exception: { values } }: NormalizedEvent,
): NormalizedEvent {
  const exceptions = normalized.exception.values.map((exception, index) => {
    const { stacktrace } = values[index] ?? {}
    return stacktrace ? { ...exception, stacktrace } : exception
  })
  return { ...normalized, exception: { values: exceptions } }
}

interface ProjectRules {
  /** The grouping rule that the event met as it was sent, and the one that it met by its sources. */
  sentRule: GroupingRule | undefined
  rule: GroupingRule | undefined
  ownership: Ownership | undefined
}

/** Groups and names an event by its sources, where source maps say them; it is stored as it was sent. */
function acceptEvent(
  scrubbed: NormalizedEvent,
  mapping: StackMapping | undefined,
  { sentRule, rule, ownership }: ProjectRules,
): AcceptedEvent {
  const {
    mapped: withSources,
    builds = [],
    waitingFor = buildsOf(scrubbed),
    usedArtifacts = [],
  } = mapping ?? {}
  const unruled = mapping?.sent ?? scrubbed
  const event = withRule(unruled, rule)
  const mapped = withSources && withRule(withSources, rule)
  const grouping = groupingOf(mapped ?? event)
  const owned = ownedBy(mapped ?? event, ownership)
  const sent = mapped && groupingOf(rule === sentRule ? event : withRule(unruled, sentRule))
  return {
    event,
    grouping,
    title: withRuleTitle(titleOf(mapped ?? event), event),
    ...(mapped ? { mapped } : {}),
    ...(sent && sent.key !== grouping.key ? { sentAs: { ...sent, builds } } : {}),
    ...(owned ? { owned } : {}),
    ...(waitingFor.length > 0 ? { waitingFor } : {}),
    ...(usedArtifacts.length > 0 ? { usedArtifacts } : {}),
  }
}
