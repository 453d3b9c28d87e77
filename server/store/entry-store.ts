import type { DatabaseSync } from 'node:sqlite'
import { parseDigest } from '../../telemetry/digest.ts'
import type { NormalizedEvent } from '../processing/event.ts'
import { readSpanId, readTraceId } from '../processing/normalize/span-id.ts'
import type { AcceptedEvent, Processed } from '../processing/process.ts'
import type { Arrival, Commit } from './batch.ts'
import {
  type BatchStatements,
  createBatchStatements,
  type IssueChange,
  type OutcomeCount,
} from './batch-statements.ts'
import { redundancyOf } from './event-redundancy.ts'
import { createFolds, type Occurrences } from './folds.ts'
import { type Known, withoutRepeats } from './fresh-entries.ts'
import { outcomesOf, sumOutcomes } from './outcome-counts.ts'
import { type PackedBlock, type PayloadPlace, packBlocks, placeMembers } from './payload-blocks.ts'
import { createPerformanceFold } from './performance-fold.ts'
import type { Arrived } from './records/record-port.ts'
import { createRecordStore } from './records/record-store.ts'
import { createSpanStatements, type FreshSpan, packSpans } from './span-batch.ts'
import { type CountStored, createStoredCounts } from './stored-counts.ts'
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

export function createEntryStore(connection: DatabaseSync, attachments: string) {
  const statements = createBatchStatements(connection)
  const stored = createStoredCounts(connection)
  const countStored = stored.count
  const spanStatements = createSpanStatements(connection, countStored)
  const { insertBlock } = statements
  const recordStore = createRecordStore(connection, { insertBlock, countStored, attachments })
  const folds = createFolds(connection)
  const performance = createPerformanceFold(connection)
  const known: Known = { ...statements, ...spanStatements, ...recordStore }
  /** All or nothing. */
  return (entries: BatchEntry[], refused: OutcomeCount[]): Commit => {
    const fresh = withoutRepeats(entries, known)
    // Before the transaction: others may write while this compresses.
    const blocks = packBlocks(fresh.flatMap(toFreshEvent))
    const freshSpans = fresh.flatMap(toFreshSpans)
    const spans = packSpans(freshSpans)
    const samples = performance.sample(freshSpans)
    const storeRecords = recordStore.prepare(fresh.flatMap(toArrived))
    const commit = inTransaction(connection, () => {
      stored.begin()
      const occurrences = storeEvents(statements, blocks, countStored)
      for (const fold of folds) fold(occurrences)
      spanStatements.insertSpans(spans, insertBlock)
      performance.fold(samples)
      const outcomes = sumOutcomes([...fresh.flatMap(outcomesOf), ...storeRecords(), ...refused])
      for (const count of outcomes) statements.countOutcome(count)
      stored.store()
      const events = blocks.flatMap((block) => block.members)
      const projectIds = [...new Set(events.map(({ projectId }) => projectId))]
      const issueIds = occurrences.map(({ issueId }) => issueId)
      const arrivals = occurrences.map(toArrival)
      return { projectIds, issueIds, arrivals, eventCount: events.length, outcomes }
    })
    performance.settle()
    return commit
  }
}

function toArrival({ projectId, issueId, isNew, events }: Occurrences): Arrival {
  return { projectId, issueId, isNew, eventCount: events.length }
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

function toArrived({ projectId, keyId, receivedAt, records }: BatchEntry): Arrived[] {
  return records.map((record) => ({ record, projectId, keyId, receivedAt }))
}

/** With how many events the issue had before the batch. */
type CountedOccurrences = Occurrences & { countBefore: number }

/** Gives what happened to each issue that was touched. */
function storeEvents(
  statements: BatchStatements,
  blocks: PackedBlock<FreshEvent>[],
  countStored: CountStored,
): Occurrences[] {
  const changes = changesByGrouping(blocks.flatMap(({ members }) => members))
  const byIssue = new Map<number, CountedOccurrences>()
  const byGrouping = new Map<string, { groupingId: number; occurrences: CountedOccurrences }>()
  for (const [name, change] of changes) {
    const { groupingId, issueId, isNew } = statements.recordOccurrences(change)
    // another key may have led to it already: merged issues have several
    const known = byIssue.get(issueId)
    const countBefore = isNew ? 0 : statements.countEvents(issueId) - change.eventCount
    const occurrences = known ?? { projectId: change.projectId, issueId, isNew, events: [], countBefore }
    byIssue.set(issueId, occurrences)
    byGrouping.set(name, { groupingId, occurrences })
  }
  placeMembers(blocks, statements.insertBlock, (fresh, place) => {
    const recorded = byGrouping.get(groupingName(fresh))
    if (recorded === undefined) throw new Error('Cannot store event: its issue was not recorded')
    const { groupingId, occurrences } = recorded
    const { issueId, countBefore } = occurrences
    const redundancy = redundancyOf(countBefore + occurrences.events.length + 1)
    const rowId = storeEvent(statements, fresh, { issueId, groupingId, redundancy, ...place })
    const { event, title, projectId, receivedAt } = fresh
    countStored(projectId, 'events', 1, place.blockLength)
    occurrences.events.push({ rowId, event, title, receivedAt })
  })
  return [...byIssue.values()]
}

function storeEvent(
  statements: BatchStatements,
  { event, title, projectId, receivedAt }: FreshEvent,
  place: { issueId: number; groupingId: number; redundancy: number } & PayloadPlace,
): number {
  const { trace } = event.contexts
  const rowId = statements.insertEvent({
    ...place,
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
  return rowId
}

function userLabelOf({ user }: NormalizedEvent): string | null {
  return user?.username ?? user?.email ?? user?.id ?? user?.ip_address ?? null
}

/** The first half of one of ours; a foreign code has none. */
function faultOf(digest: string): string | null {
  const parsed = parseDigest(digest)
  return parsed?.kind === 'whole' && parsed.digest === digest ? digest.slice(0, digest.indexOf('-')) : null
}

function groupingName({ projectId, grouping }: FreshEvent): string {
  return `${projectId}:${grouping.version}:${grouping.key}`
}

function changesByGrouping(events: FreshEvent[]): Map<string, IssueChange> {
  const changes = new Map<string, IssueChange>()
  for (const fresh of events) {
    const { event, grouping, title, projectId, receivedAt } = fresh
    const name = groupingName(fresh)
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
