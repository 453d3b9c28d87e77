import type { DatabaseSync } from 'node:sqlite'
import { parseDigest } from '../../telemetry/digest.ts'
import type { NormalizedEvent } from '../processing/event.ts'
import type { AcceptedEvent, Processed } from '../processing/process.ts'
import type { Commit } from './batch.ts'
import {
  type BatchStatements,
  createBatchStatements,
  type IssueChange,
  type OutcomeCount,
} from './batch-statements.ts'
import { BLOCK_BYTES, BLOCK_EVENTS, packBlock } from './payload-blocks.ts'
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

interface PackedBlock {
  sizeBytes: number
  data: Uint8Array
  events: FreshEvent[]
}

const HOUR_MS = 3_600_000

export function createEntryStore(connection: DatabaseSync) {
  const statements = createBatchStatements(connection)
  /** All or nothing. An event that is there already changes nothing, nor does what came with it. */
  return (entries: BatchEntry[], refused: OutcomeCount[]): Commit => {
    const fresh = withoutRepeats(entries, statements)
    // Before the transaction: others may write while this compresses.
    const blocks = packBlocks(fresh.flatMap(toFreshEvent))
    return inTransaction(connection, () => {
      const issueIds = storeEvents(statements, blocks)
      for (const count of sumOutcomes([...fresh.flatMap(outcomesOf), ...refused]))
        statements.countOutcome(count)
      const events = blocks.flatMap((block) => block.events)
      const projectIds = [...new Set(events.map(({ projectId }) => projectId))]
      return { projectIds, issueIds, eventCount: events.length }
    })
  }
}

/** Also of two with the same id in one batch, only the first counts. */
function withoutRepeats(entries: BatchEntry[], statements: BatchStatements): BatchEntry[] {
  const seen = new Set<string>()
  return entries.filter(({ projectId, event }) => {
    if (!event) return true
    const eventId = event.event.event_id
    const name = `${projectId}:${eventId}`
    if (seen.has(name) || statements.hasEvent(projectId, eventId)) return false
    seen.add(name)
    return true
  })
}

const encoder = new TextEncoder()

function toFreshEvent({ projectId, receivedAt, event }: BatchEntry): FreshEvent[] {
  return event
    ? [{ ...event, projectId, receivedAt, payload: encoder.encode(JSON.stringify(event.event)) }]
    : []
}

function packBlocks(events: FreshEvent[]): PackedBlock[] {
  const blocks: PackedBlock[] = []
  let open: FreshEvent[] = []
  let sizeBytes = 0
  const close = () => {
    if (open.length === 0) return
    blocks.push({ sizeBytes, data: packBlock(open.map(({ payload }) => payload)), events: open })
    open = []
    sizeBytes = 0
  }
  for (const event of events) {
    if (open.length === BLOCK_EVENTS || sizeBytes + event.payload.length > BLOCK_BYTES) close()
    open.push(event)
    sizeBytes += event.payload.length
  }
  close()
  return blocks
}

/** Gives the ids of the issues that were touched. */
function storeEvents(statements: BatchStatements, blocks: PackedBlock[]): number[] {
  const changes = changesByIssue(blocks.flatMap(({ events }) => events))
  const issueIds = new Map([...changes].map(([name, change]) => [name, statements.recordOccurrences(change)]))
  for (const { sizeBytes, data, events } of blocks) {
    const blockId = statements.insertBlock(sizeBytes, data)
    let blockOffset = 0
    for (const fresh of events) {
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
  const traceId = event.contexts.trace?.trace_id
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
    traceId: typeof traceId === 'string' ? traceId : null,
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

function outcomesOf({ projectId, keyId, receivedAt, outcomes }: BatchEntry): OutcomeCount[] {
  const hour = Math.floor(receivedAt / HOUR_MS)
  return outcomes.map((outcome) => ({ ...outcome, projectId, keyId, hour }))
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
