import type { NormalizedEvent } from '#server/processing/event.ts'
import { isEcho, tellsOfServer } from '#server/processing/grouping/echo.ts'
import type { SentGrouping } from '#server/processing/grouping/sent-grouping.ts'
import { parseSpanId, parseTraceId } from '#server/processing/normalize/spans/span-id.ts'
import type { OwnedBy } from '#server/processing/owners/ownership.ts'
import type { AcceptedEvent } from '#server/processing/pipeline/processed.ts'
import type { Build } from '#server/processing/source-maps/builds.ts'
import { type Counted, countedOf } from '#server/processing/tags.ts'
import { hashUser, userNameOf } from '#server/processing/user-hash.ts'
import type { OutcomeCount } from '#server/protocol/outcome.ts'
import { type PackedBlock, packBlocks, type WithPayload } from '#server/store/engine/payload-blocks.ts'
import type { NamedEvent } from '#server/store/events/echo-causes.ts'
import type { Arrived } from '#server/store/records/record-port.ts'
import { createSampler, type Samples } from '#server/writer/aggregates/performance-samples.ts'
import type { BatchEntry } from './entry.ts'
import { outcomesOf, sumOutcomes } from './outcome-counts.ts'
import {
  type FreshSpan,
  type PackedSpans,
  packSpans,
  type Segment,
  type SpanParts,
  toParts,
  toSegments,
} from './span-batch.ts'

/** What the columns and counts of an event are made of; all else of it lies in its payload. */
export interface PreparedEvent extends NamedEvent {
  /** Milliseconds since the epoch, as `timestamp`, which is the client's. */
  receivedAt: number
  timestamp: number
  eventId: string
  level: string
  release: string | null
  environment: string | null
  spanId: string | null
  userLabel: string | null
  /** Users are told apart by this hash, in a set of them; it is null where no user is named. */
  userHash: number | null
  /** Users are counted one by one by this key; it is null where no user is named. */
  userKey: string | null
  isUnhandled: boolean
  counted: Counted
  /** Who is to have its issue, if it is new or comes back; programs that do not know it fold the rest. */
  owned?: OwnedBy
  /** How it is grouped without its source maps, where that is another key. */
  sentAs: SentGrouping | null
  /** The builds whose source maps may come later. */
  waitingFor: Build[]
}

/** An upload of source maps that was used. */
export interface ArtifactUse {
  id: number
  /** Milliseconds since the epoch. */
  usedAt: number
}

/** All that a batch writes, compressed and aggregated as far as that takes no database: it can go to another thread. */
export interface PreparedBatch {
  events: PackedBlock<PreparedEvent>[]
  spans: PackedSpans
  samples: Samples[]
  records: Arrived[]
  /** The uploads of source maps that were used. */
  usedArtifacts: ArtifactUse[]
  /** These are the outcomes of all but records, which count themselves. */
  outcomes: OutcomeCount[]
}

/** Whether a batch stores nothing but counts. */
export function isEmptyBatch({ events, spans, records }: PreparedBatch): boolean {
  return events.length === 0 && spans.blocks.length === 0 && records.length === 0
}

/** A batch that is made entry by entry. */
export interface OpenBatch {
  /** All of an entry, or nothing of it when it throws. */
  add(entry: BatchEntry): void
  pack(): PreparedBatch
}

/**
 * Prepares what holds no repeats. Each entry should be read when the one before it is added, and so is bytes: what is
 * parsed dies young, and the collector has nothing to copy.
 */
export function createPreparer(): () => OpenBatch {
  const startSampling = createSampler()
  return () => {
    const hashes = new Map<string, number>()
    const events: WithPayload<PreparedEvent>[] = []
    const parts: SpanParts = []
    const segments: Segment[] = []
    const sampling = startSampling()
    const records: Arrived[] = []
    const outcomes: OutcomeCount[] = []
    const usedArtifacts = new Map<number, ArtifactUse>()
    return {
      add(entry) {
        const event = entry.event && prepareEvent(entry.event, entry, hashes)
        const spans = toFreshSpans(entry)
        const entryParts = toParts(spans)
        sampling.add(spans)
        if (event) events.push(event)
        parts.push(...entryParts)
        segments.push(...toSegments(spans))
        records.push(...toArrived(entry))
        outcomes.push(...outcomesOf(entry))
        for (const id of entry.event?.usedArtifacts ?? [])
          usedArtifacts.set(id, { id, usedAt: entry.receivedAt })
      },
      pack: () => ({
        events: packBlocks(events),
        spans: packSpans(parts, segments),
        samples: sampling.samples,
        records,
        usedArtifacts: [...usedArtifacts.values()],
        outcomes: sumOutcomes(outcomes),
      }),
    }
  }
}

const encoder = new TextEncoder()

function prepareEvent(
  accepted: AcceptedEvent,
  { projectId, receivedAt }: BatchEntry,
  hashes: Map<string, number>,
): WithPayload<PreparedEvent> {
  const member = toPrepared(accepted, { projectId, receivedAt }, hashes)
  return { member, payload: encoder.encode(JSON.stringify(accepted.event)) }
}

function toPrepared(
  { event, mapped, grouping, title, owned, sentAs, waitingFor = [] }: AcceptedEvent,
  arrival: { projectId: number; receivedAt: number },
  hashes: Map<string, number>,
): PreparedEvent {
  const { trace } = event.contexts
  return {
    ...arrival,
    timestamp: Math.round(event.timestamp * 1000),
    eventId: event.event_id,
    level: event.level,
    release: event.release ?? null,
    environment: event.environment ?? null,
    traceId: parseTraceId(trace?.trace_id) ?? null,
    spanId: parseSpanId(trace?.span_id) ?? null,
    userLabel: userLabelOf(event),
    userHash: userHashOf(event, hashes),
    userKey: userKeyOf(event),
    isUnhandled: isUnhandled(event),
    digests: event.digests,
    tellsOfServer: event.digests.length > 0 && tellsOfServer(event),
    isEcho: isEcho(event) && !isPrinted(event),
    counted: countedOf(mapped ?? event),
    grouping,
    title,
    ...(owned && { owned }),
    sentAs: sentAs ?? null,
    waitingFor,
  }
}

function isPrinted({ fingerprint, checksum, grouping_rule }: NormalizedEvent): boolean {
  return fingerprint !== undefined || checksum !== undefined || grouping_rule !== undefined
}

/** Many events of a batch are of the same few users. */
function userHashOf(event: NormalizedEvent, hashes: Map<string, number>): number | null {
  const name = userNameOf(event)
  if (name === undefined) return null
  const hash = hashes.get(name) ?? hashUser(name)
  hashes.set(name, hash)
  return hash
}

function userLabelOf({ user }: NormalizedEvent): string | null {
  return user?.username ?? user?.email ?? user?.id ?? user?.ip_address ?? null
}

function userKeyOf({ user }: NormalizedEvent): string | null {
  const { id, username, email, ip_address: address } = user ?? {}
  const known = { id, username, email, address }
  const first = Object.entries(known).find(([, value]) => value !== undefined)
  return first ? `${first[0]}:${first[1]}` : null
}

/** SDKs say so on the first exception or on the last. */
function isUnhandled({ exception }: NormalizedEvent): boolean {
  return exception.values.some(({ mechanism }) => mechanism?.handled === false)
}

function toFreshSpans({ projectId, receivedAt, spans }: BatchEntry): FreshSpan[] {
  return spans.map((span) => ({ span, projectId, receivedAt }))
}

function toArrived(entry: BatchEntry): Arrived[] {
  const { projectId, keyId, receivedAt, records, envelope, event, spans } = entry
  const isAlone = envelope !== undefined && event === undefined && spans.length === 0
  const sender = { projectId, keyId, receivedAt }
  const alone = isAlone ? { alone: { envelope, records: records.length } } : {}
  return records.map((record) => ({ record, ...sender, ...alone }))
}
