import type { Item } from '../ingest/envelope.ts'
import { limits } from '../ingest/limits.ts'
import { outcomeOf } from '../ingest/outcome.ts'
import { readClientReport } from './client-report.ts'
import { withoutLeftOut } from './filters/left-out.ts'
import { matchingFilter } from './filters/matching-filter.ts'
import { groupingOf } from './grouping/grouping.ts'
import { matchingRule, withRule, withRuleTitle } from './grouping/rules.ts'
import { processAttachment } from './items/attachment.ts'
import { processCheckIn } from './items/check-in.ts'
import { processFeedback, processUserReport } from './items/feedback.ts'
import { processLogs, processOtelLog } from './items/log.ts'
import { processMetrics } from './items/metric.ts'
import { processSession, processSessionCounts } from './items/session.ts'
import { readEventId } from './normalize/event-id.ts'
import { normalize } from './normalize.ts'
import { parsePayload } from './parse-payload.ts'
import type { ProcessedItem, ProcessingContext } from './process.ts'
import { processSpanItem, processTransaction } from './process-spans.ts'
import { scrub } from './scrub.ts'
import { type Scrubber, scrubberFor } from './secrets/scrubber.ts'
import { titleOf } from './title.ts'

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

/** `scrubber` is what the project's settings make of it. */
export interface ItemContext extends ProcessingContext {
  scrubber: Scrubber
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
