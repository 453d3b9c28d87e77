import { parseAttachment, scrubAttachment } from '#server/processing/items/attachment.ts'
import { parseCheckIn, scrubCheckIn } from '#server/processing/items/check-in.ts'
import { withContentHashes } from '#server/processing/items/content-hash.ts'
import { parseFeedback, parseUserReport, scrubFeedback } from '#server/processing/items/feedback.ts'
import { parseLogs, parseOtelLog, scrubLog } from '#server/processing/items/log.ts'
import { parseMetrics, scrubMetric } from '#server/processing/items/metric.ts'
import { parseSession, parseSessionCounts, scrubSession } from '#server/processing/items/session.ts'
import type { JsonObject } from '#server/processing/normalize/untrusted.ts'
import type { StoredRecord } from '#server/processing/record.ts'
import type { Scrubber } from '#server/processing/secrets/scrubber.ts'
import type { Item } from '#server/protocol/envelope.ts'
import { limits } from '#server/protocol/limits.ts'
import { type ItemType, outcomeOf } from '#server/protocol/outcome.ts'
import { parseClientReport } from './client-report.ts'
import type { ItemContext, ProcessingContext } from './context.ts'
import { parsePayload } from './parse-payload.ts'
import { processEvent } from './process-event.ts'
import { processSpanItem, processTransaction } from './process-spans.ts'
import type { ProcessedItem, ReadItem } from './processed.ts'

type Process<Input> = (input: Input, context: ItemContext, headerId: string | undefined) => ProcessedItem

type Read<Input, R> = (input: Input, context: ProcessingContext, headerId: string | undefined) => ReadItem<R>

/** What becomes of each type of item. Those that are `undefined` are counted as unsupported. */
const PROCESS_OF: Record<ItemType, Process<Item> | undefined> = {
  event: json('event', limits.eventBytes, (event, ...rest) => processEvent('event', event, ...rest)),
  // What a browser reported becomes an event.
  security: json('event', limits.eventBytes, (event, ...rest) => processEvent('security', event, ...rest)),
  transaction: json('transaction', limits.eventBytes, processTransaction),
  span: json('spans', limits.spanContainerBytes, processSpanItem),
  log: json('logs', limits.containerBytes, hashed(parseLogs, scrubLog, withContentHashes)),
  otel_log: json('log', limits.eventBytes, hashed(parseOtelLog, scrubLog, withContentHashes)),
  trace_metric: json('metrics', limits.containerBytes, hashed(parseMetrics, scrubMetric, withContentHashes)),
  session: json('session', limits.sessionBytes, scrubbed(parseSession, scrubSession)),
  sessions: json('sessions', limits.sessionBytes, scrubbed(parseSessionCounts, scrubSession)),
  feedback: json('feedback', limits.feedbackBytes, scrubbed(parseFeedback, scrubFeedback)),
  user_report: json('user report', limits.feedbackBytes, scrubbed(parseUserReport, scrubFeedback)),
  check_in: json('check-in', limits.checkInBytes, scrubbed(parseCheckIn, scrubCheckIn)),
  attachment: scrubbed(parseAttachment, scrubAttachment),
  client_report: json('client report', limits.clientReportBytes, (report) => ({
    outcomes: [outcomeOf('client_report', 'accepted', ''), ...parseClientReport(report)],
  })),
  minidump: undefined,
  profile: undefined,
  profile_chunk: undefined,
  replay_event: undefined,
  replay_recording: undefined,
  replay_video: undefined,
  raw_security: undefined,
  nel: undefined,
}

const PROCESS_BY_TYPE: ReadonlyMap<string, Process<Item> | undefined> = new Map(Object.entries(PROCESS_OF))

export function processOf(itemType: string): Process<Item> | undefined {
  return PROCESS_BY_TYPE.get(itemType)
}

/** A payload of JSON. `name` is what a sender is told about who sends one that can't be read. */
function json(name: string, longest: number, process: Process<JsonObject>): Process<Item> {
  return ({ payload }, context, headerId) =>
    process(parsePayload(name, payload, longest, context.work), context, headerId)
}

/** Free text may hold secrets, so nothing becomes a record that its kind's function has not scrubbed. */
function scrubbed<Input, R extends StoredRecord>(
  read: Read<Input, R>,
  scrub: (record: R, scrubber: Scrubber) => R,
): Process<Input> {
  return (input, context, headerId) => {
    const { records, ...rest } = read(input, context, headerId)
    return { ...rest, records: records.map((record) => scrub(record, context.scrubber)) }
  }
}

/** Records that have no id are known by a hash of what is left after scrubbing. */
function hashed<Input, R>(
  read: Read<Input, R>,
  scrub: (record: R, scrubber: Scrubber) => R,
  hash: (records: R[]) => StoredRecord[],
): Process<Input> {
  return (input, context, headerId) => {
    const { records, ...rest } = read(input, context, headerId)
    return { ...rest, records: hash(records.map((record) => scrub(record, context.scrubber))) }
  }
}
