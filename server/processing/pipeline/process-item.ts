import { withoutLeftOut } from '#server/processing/filters/left-out.ts'
import { matchingFilter } from '#server/processing/filters/matching-filter.ts'
import { groupingOf } from '#server/processing/grouping/grouping.ts'
import { matchingRule, withRule, withRuleTitle } from '#server/processing/grouping/rules.ts'
import { processAttachment } from '#server/processing/items/attachment.ts'
import { processCheckIn } from '#server/processing/items/check-in.ts'
import { processFeedback, processUserReport } from '#server/processing/items/feedback.ts'
import { processLogs, processOtelLog } from '#server/processing/items/log.ts'
import { processMetrics } from '#server/processing/items/metric.ts'
import { processSession, processSessionCounts } from '#server/processing/items/session.ts'
import { readEventId } from '#server/processing/normalize/event-id.ts'
import { normalize } from '#server/processing/normalize/normalize.ts'
import { scrub } from '#server/processing/scrubbing/scrub.ts'
import { scrubberFor } from '#server/processing/secrets/scrubber.ts'
import { titleOf } from '#server/processing/title.ts'
import type { Item } from '#server/protocol/envelope.ts'
import { limits } from '#server/protocol/limits.ts'
import { outcomeOf } from '#server/protocol/outcome.ts'
import { readClientReport } from './client-report.ts'
import type { ItemContext, ProcessingContext } from './context.ts'
import { parsePayload } from './parse-payload.ts'
import { processSpanItem, processTransaction } from './process-spans.ts'
import type { ProcessedItem } from './processed.ts'

/** Undefined for a type that nobody shows yet. */
export function processItem(
  item: Item,
  headerId: string | undefined,
  context: ProcessingContext,
): ProcessedItem | undefined {
  const scrubber = scrubberFor(context.settings?.scrubbing)
  const processed = processByType(item, headerId, { ...context, scrubber })
  return processed && withoutLeftOut(processed, context.settings?.filters)
}

function processByType(
  item: Item,
  headerId: string | undefined,
  context: ItemContext,
): ProcessedItem | undefined {
  const parse = (name: string, longest: number) => parsePayload(name, item.payload, longest, context.work)
  switch (item.headers.type) {
    case 'event':
    case 'security': // what a browser reported, as an event
      return processEvent(item.headers.type, parse('event', limits.eventBytes), headerId, context)
    case 'transaction':
      return processTransaction(parse('transaction', limits.eventBytes), headerId, context)
    case 'span':
      return processSpanItem(parse('spans', limits.spanContainerBytes), context)
    case 'log':
      return processLogs(parse('logs', limits.containerBytes), context)
    case 'otel_log':
      return processOtelLog(parse('log', limits.eventBytes), context)
    case 'trace_metric':
      return processMetrics(parse('metrics', limits.containerBytes), context)
    case 'session':
      return processSession(parse('session', limits.sessionBytes), context)
    case 'sessions':
      return processSessionCounts(parse('sessions', limits.sessionBytes), context)
    case 'feedback':
      return processFeedback(parse('feedback', limits.feedbackBytes), headerId, context)
    case 'user_report':
      return processUserReport(parse('user report', limits.feedbackBytes), headerId, context)
    case 'check_in':
      return processCheckIn(parse('check-in', limits.checkInBytes), context)
    case 'attachment':
      return processAttachment(item, headerId, context)
    case 'client_report': {
      const discarded = readClientReport(parse('client report', limits.clientReportBytes))
      return { outcomes: [outcomeOf('client_report', 'accepted', ''), ...discarded] }
    }
    default:
      return undefined
  }
}

/** One event in, ready to be stored. */
function processEvent(
  type: 'event' | 'security',
  given: Record<string, unknown>,
  headerId: string | undefined,
  { receivedAt, newEventId, settings, scrubber }: ItemContext,
): ProcessedItem {
  const eventId = headerId ?? readEventId(given.event_id) ?? newEventId()
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
