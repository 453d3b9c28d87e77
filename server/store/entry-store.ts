import type { DatabaseSync } from 'node:sqlite'
import { parseDigest } from '../../telemetry/digest.ts'
import type { NormalizedEvent } from '../processing/event.ts'
import { readSpanId, readTraceId } from '../processing/normalize/span-id.ts'
import type { AcceptedEvent, Processed } from '../processing/process.ts'
import type { Commit } from './batch.ts'
import {
  type BatchStatements,
  createBatchStatements,
  type IssueChange,
  type OutcomeCount,
} from './batch-statements.ts'
import { type PackedBlock, packBlocks } from './payload-blocks.ts'
import { createSpanStatements, type FreshSpan, packSpans } from './span-batch.ts'
import { inTransaction } from './transaction.ts'

/** An envelope after processing. */
export interface BatchEntry extends Processed {
  projectId: number
  keyId: number
  receivedAt: number
  failure?: string
}

interface FreshEvent extends AcceptedEvent {
  projectId: number
  receivedAt: number
  payload: Uint8Array
}

const HOUR_MS = 3_600_000

export function createEntryStore(connection: DatabaseSync) {
  const statements = createBatchStatements(connection)
  const spanStatements = createSpanStatements(connection)
  const isKnown: KnownBy = { ...statements, ...spanStatements }
  /** All or nothing. An event or span that is there already changes nothing, nor does what came with the event. */
  return (entries: BatchEntry[], refused: OutcomeCount[]): Commit => {
    const fresh = withoutRepeats(entries, isKnown)
    // Before the transaction: others may write while this compresses.
    const blocks = packBlocks(fresh.flatMap(toFreshEvent))
    const spans = packSpans(fresh.flatMap(toFreshSpans))
    return inTransaction(connection, () => {
      const issueIds = storeEvents(statements, blocks)
      spanStatements.insertSpans(spans, statements.insertBlock)
      for (const count of sumOutcomes([...fresh.flatMap(outcomesOf), ...refused]))
        statements.countOutcome(count)
      const events = blocks.flatMap((block) => block.members)
      const projectIds = [...new Set(events.map(({ projectId }) => projectId))]
      return { projectIds, issueIds, eventCount: events.length }
    })
  }
}

type KnownBy = Pick<BatchStatements, 'hasEvent'> & Pick<ReturnType<typeof createSpanStatements>, 'hasSpan'>

/** Also of two with the same id in one batch, only the first counts. */
function withoutRepeats(entries: BatchEntry[], { hasEvent, hasSpan }: KnownBy): BatchEntry[] {
  const seen = new Set<string>()
  const isFresh = (name: string, isKnown: () => boolean) => {
    if (seen.has(name) || isKnown()) return false
    seen.add(name)
    return true
  }
  return entries.flatMap((entry) => {
    const { projectId, event } = entry
    const eventId = event?.event.event_id
    if (eventId !== undefined && !isFresh(`${projectId}:${eventId}`, () => hasEvent(projectId, eventId))) {
      return []
    }
    if (entry.spans.length === 0) return [entry]
    const spans = entry.spans.filter((span) =>
      isFresh(`${projectId}:${span.traceId}:${span.spanId}`, () => hasSpan(projectId, span)),
    )
    return spans.length > 0 || event ? [{ ...entry, spans }] : []
  })
}

const encoder = new TextEncoder()

function toFreshEvent({ projectId, receivedAt, event }: BatchEntry): FreshEvent[] {
  return event
    ? [{ ...event, projectId, receivedAt, payload: encoder.encode(JSON.stringify(event.event)) }]
    : []
}

function toFreshSpans({ projectId, receivedAt, spans }: BatchEntry): FreshSpan[] {
  return spans.map((span) => ({ span, projectId, receivedAt }))
}

/** Gives the ids of the issues that were touched. */
function storeEvents(statements: BatchStatements, blocks: PackedBlock<FreshEvent>[]): number[] {
  const changes = changesByIssue(blocks.flatMap(({ members }) => members))
  const issueIds = new Map([...changes].map(([name, change]) => [name, statements.recordOccurrences(change)]))
  for (const { sizeBytes, data, members } of blocks) {
    const blockId = statements.insertBlock(sizeBytes, data)
    let blockOffset = 0
    for (const fresh of members) {
      const issueId = issueIds.get(issueName(fresh))
      if (issueId === undefined) throw new Error('Cannot store event: its issue was not recorded')
      storeEvent(statements, fresh, { issueId, blockId, blockOffset })
      blockOffset += fresh.payload.length
    }
  }
  return [...issueIds.values()]
}

function storeEvent(
  statements: BatchStatements,
  { event, title, projectId, receivedAt, payload }: FreshEvent,
  place: { issueId: number; blockId: number; blockOffset: number },
): void {
  const { trace } = event.contexts
  const rowId = statements.insertEvent({
    ...place,
    blockLength: payload.length,
    projectId,
    receivedAt,
    eventId: event.event_id,
    timestamp: Math.round(event.timestamp * 1000),
    level: event.level,
    value: title.value,
    environment: event.environment ?? null,
    release: event.release ?? null,
    userLabel: userLabelOf(event),
    traceId: readTraceId(trace?.trace_id) ?? null,
    spanId: readSpanId(trace?.span_id) ?? null,
  })
  for (const digest of event.digests) statements.insertDigest(digest, faultOf(digest), rowId, projectId)
}

function userLabelOf({ user }: NormalizedEvent): string | null {
  return user?.username ?? user?.email ?? user?.id ?? user?.ip_address ?? null
}

/** The first half of one of ours; a foreign code has none. */
function faultOf(digest: string): string | null {
  const parsed = parseDigest(digest)
  return parsed?.kind === 'whole' && parsed.digest === digest ? digest.slice(0, digest.indexOf('-')) : null
}

function issueName({ projectId, grouping }: FreshEvent): string {
  return `${projectId}:${grouping.version}:${grouping.key}`
}

function changesByIssue(events: FreshEvent[]): Map<string, IssueChange> {
  const changes = new Map<string, IssueChange>()
  for (const fresh of events) {
    const { event, grouping, title, projectId, receivedAt } = fresh
    const name = issueName(fresh)
    const earlier = changes.get(name)
    const countByHour = earlier?.countByHour ?? new Map<number, number>()
    const hour = Math.floor(receivedAt / HOUR_MS)
    countByHour.set(hour, (countByHour.get(hour) ?? 0) + 1)
    changes.set(name, {
      ...grouping,
      ...title,
      projectId,
      level: event.level,
      isUnhandled: isUnhandled(event) || (earlier?.isUnhandled ?? false),
      fault: event.digests.map(faultOf).find((fault) => fault !== null) ?? earlier?.fault ?? null,
      firstSeen: Math.min(receivedAt, earlier?.firstSeen ?? receivedAt),
      lastSeen: Math.max(receivedAt, earlier?.lastSeen ?? receivedAt),
      eventCount: (earlier?.eventCount ?? 0) + 1,
      countByHour,
    })
  }
  return changes
}

/** SDKs say so on the first exception or on the last. */
function isUnhandled({ exception }: NormalizedEvent): boolean {
  return exception.values.some(({ mechanism }) => mechanism?.handled === false)
}

function outcomesOf({ projectId, keyId, receivedAt, outcomes, spans }: BatchEntry): OutcomeCount[] {
  const hour = Math.floor(receivedAt / HOUR_MS)
  const accepted = { category: 'span', outcome: 'accepted', reason: '', quantity: spans.length } as const
  return [...outcomes, ...(spans.length > 0 ? [accepted] : [])].map((outcome) => ({
    ...outcome,
    projectId,
    keyId,
    hour,
  }))
}

function sumOutcomes(counts: OutcomeCount[]): OutcomeCount[] {
  const sums = new Map<string, OutcomeCount>()
  for (const count of counts) {
    const { projectId, keyId, hour, category, outcome, reason } = count
    const name = JSON.stringify([projectId, keyId, hour, category, outcome, reason])
    const quantity = (sums.get(name)?.quantity ?? 0) + count.quantity
    sums.set(name, { ...count, quantity })
  }
  return [...sums.values()]
}
