import type { DatabaseSync } from 'node:sqlite'
import type { SentGrouping } from '#server/processing/grouping/sent-grouping.ts'
import type { OutcomeCount } from '#server/protocol/outcome.ts'
import { type PackedBlock, type PayloadPlace, placeMembers } from '#server/store/engine/payload-blocks.ts'
import { causeKeyOf, createEchoNaming } from '#server/store/events/echo-causes.ts'
import { evictionRankOf } from '#server/store/maintenance/eviction-rank.ts'
import { type CountStored, createStoredCounts } from '#server/store/projects/stored-counts.ts'
import type { Declined, RecordCounts } from '#server/store/records/record-port.ts'
import { createRecordStore } from '#server/store/records/record-store.ts'
import { createSqliteRows } from '#server/store/sqlite/rows/run-steps.ts'
import { inTransaction } from '#server/store/sqlite/transaction.ts'
import { createAggregates } from '#server/writer/aggregates/aggregates.ts'
import type { Occurrences } from '#server/writer/aggregates/delta.ts'
import { createLifeCycle } from '#server/writer/aggregates/life-cycle.ts'
import { createWaitingStacks } from '#server/writer/aggregates/waiting-stacks.ts'
import { parseDigest } from '#telemetry/errors/digest.ts'
import type { Commit, CommitArrival } from './commit.ts'
import { type Known, withoutRepeats } from './drop-duplicates.ts'
import { createFreshnessCheck, type FreshnessCheck } from './duplicate-check.ts'
import type { BatchEntry } from './entry.ts'
import { sumOutcomes } from './outcome-counts.ts'
import type { PreparedBatch, PreparedEvent } from './prepare.ts'
import { createSpanStatements } from './span-batch.ts'
import { type BatchStatements, createBatchStatements, type IssueRowChange } from './statements.ts'

/** Told in the transaction of each record that was not taken. */
export type OnDeclined = (declined: Declined) => void

/** Where batches are written: one for a connection, since it has its statements prepared and rows at hand. */
export interface BatchStore {
  /** What is not in the database yet, each once. */
  withoutRepeats(entries: BatchEntry[]): BatchEntry[]
  /** For prepared batches that are stored together. */
  freshnessCheck(): FreshnessCheck
  /** Stores batches without repeats, and what was refused beside them, in one transaction: all or nothing. */
  store(batches: readonly PreparedBatch[], refused: readonly OutcomeCount[], onDeclined?: OnDeclined): Commit
  /** Does all that storing a batch does but the commit. Throws what that would throw. */
  rehearse(batch: PreparedBatch): void
}

/** Ends a rehearsal's transaction. */
class Rehearsed extends Error {}

export function createBatchStore(connection: DatabaseSync, attachments: string): BatchStore {
  const statements = createBatchStatements(connection)
  const stored = createStoredCounts()
  const countStored = stored.count
  const spanStatements = createSpanStatements(connection, countStored)
  const { insertBlock } = statements
  const recordStore = createRecordStore({ countStored, attachments })
  const nameEchoes = createEchoNaming(connection)
  const run = createSqliteRows(connection)
  const aggregates = createAggregates()
  const consequences = [createLifeCycle(connection), createWaitingStacks(connection)]
  const known: Known = {
    ...statements,
    ...spanStatements,
    nameOf: recordStore.nameOf,
    isKnown: (projectId, record) => run(recordStore.findKnown([{ projectId, record }]))[0] === true,
  }

  function storeAll(
    batches: readonly PreparedBatch[],
    refused: readonly OutcomeCount[],
    storeRecords: (counts: RecordCounts) => OutcomeCount[],
  ): Commit {
    stored.begin()
    const blocks = batches.flatMap(({ events }) => events)
    nameEchoes(blocks.flatMap(({ members }) => members.map(({ of }) => of)))
    const occurrences = storeEvents(statements, blocks, countStored)
    for (const { usedArtifacts } of batches) for (const use of usedArtifacts) statements.noteUse(use)
    for (const { spans } of batches) spanStatements.insertSpans(spans, insertBlock)
    const samples = batches.flatMap((batch) => batch.samples)
    const records: RecordCounts = { logs: [], sessions: [] }
    const counted = batches.flatMap((batch) => batch.outcomes)
    const outcomes = sumOutcomes([...counted, ...storeRecords(records), ...refused])
    run(aggregates.fold({ format: 1, occurrences, samples, ...records, outcomes, stored: stored.list() }))
    for (const consequence of consequences) consequence(occurrences)
    const projectIds = [...new Set(occurrences.map(({ projectId }) => projectId))]
    const issueIds = occurrences.map(({ issueId }) => issueId)
    const arrivals = occurrences.map(toArrival)
    const eventCount = arrivals.reduce((sum, arrival) => sum + arrival.eventCount, 0)
    return { projectIds, issueIds, arrivals, eventCount, outcomes }
  }

  return {
    withoutRepeats(entries) {
      spanStatements.forgetKnown()
      return withoutRepeats(entries, known)
    },
    freshnessCheck: () => createFreshnessCheck(known),
    store(batches, refused, onDeclined) {
      // Before the transaction: others may write while this compresses.
      const storeRecords = recordStore.prepare(
        batches.flatMap(({ records }) => records),
        onDeclined,
      )
      const commit = inTransaction(connection, () =>
        storeAll(batches, refused, (counts) => run(storeRecords(counts))),
      )
      aggregates.settle()
      return commit
    },
    rehearse(batch) {
      try {
        inTransaction(connection, () => {
          storeAll([batch], [], () => [])
          throw new Rehearsed()
        })
      } catch (error) {
        if (!(error instanceof Rehearsed)) throw error
      }
    },
  }
}

function toArrival({ projectId, issueId, isNew, events }: Occurrences): CommitArrival {
  return { projectId, issueId, isNew, eventCount: events.length }
}

/** With how many events the issue had before the batch. */
type CountedOccurrences = Occurrences & { countBefore: number }

/** Gives what happened to each issue that was touched. */
function storeEvents(
  statements: BatchStatements,
  blocks: PackedBlock<PreparedEvent>[],
  countStored: CountStored,
): Occurrences[] {
  const changes = changesByGrouping(blocks.flatMap(({ members }) => members.map(({ of }) => of)))
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
  placeMembers(blocks, statements.insertBlock, (event, place) => {
    const recorded = byGrouping.get(groupingName(event))
    if (recorded === undefined) throw new Error('Cannot store event: its issue was not recorded')
    const { groupingId, occurrences } = recorded
    const { issueId, countBefore } = occurrences
    const evictionRank = evictionRankOf(countBefore + occurrences.events.length + 1)
    const rowId = storeEvent(statements, event, { issueId, groupingId, redundancy: evictionRank, ...place })
    countStored(event.projectId, 'events', 1, place.blockLength)
    occurrences.events.push({ rowId, groupingId, event, receivedAt: event.receivedAt })
  })
  return [...byIssue.values()]
}

function storeEvent(
  statements: BatchStatements,
  event: PreparedEvent,
  place: { issueId: number; groupingId: number; redundancy: number } & PayloadPlace,
): number {
  const rowId = statements.insertEvent(event, place)
  for (const digest of event.digests) statements.insertDigest(digest, digestPrefix(digest), rowId, event)
  return rowId
}

/** The first half of one of ours; a foreign code has none. */
function digestPrefix(digest: string): string | null {
  const parsed = parseDigest(digest)
  return parsed?.kind === 'whole' && parsed.digest === digest ? digest.slice(0, digest.indexOf('-')) : null
}

function groupingName({ projectId, grouping }: PreparedEvent): string {
  return `${projectId}:${grouping.version}:${grouping.key}`
}

function changesByGrouping(events: readonly PreparedEvent[]): Map<string, IssueRowChange> {
  const changes = new Map<string, IssueRowChange>()
  for (const event of events) {
    const { grouping, title, projectId, receivedAt } = event
    const name = groupingName(event)
    const earlier = changes.get(name)
    changes.set(name, {
      ...grouping,
      ...title,
      projectId,
      level: event.level,
      isUnhandled: event.isUnhandled || (earlier?.isUnhandled ?? false),
      fault:
        event.digests.map(digestPrefix).find((digestPrefix) => digestPrefix !== null) ??
        earlier?.fault ??
        null,
      firstSeen: Math.min(receivedAt, earlier?.firstSeen ?? receivedAt),
      lastSeen: Math.max(receivedAt, earlier?.lastSeen ?? receivedAt),
      eventCount: (earlier?.eventCount ?? 0) + 1,
      sentAs: withSentAs(earlier?.sentAs ?? [], event),
      isWaiting: event.waitingFor.length > 0,
    })
  }
  return changes
}

/** Echoes are grouped by their causes, whatever their frames say. */
function withSentAs(earlier: SentGrouping[], { sentAs, grouping }: PreparedEvent): SentGrouping[] {
  if (sentAs === null || causeKeyOf(grouping.key) !== undefined) return earlier
  const isKnown = earlier.some(
    ({ key, builds }) => key === sentAs.key && builds.every((build, index) => build === sentAs.builds[index]),
  )
  return isKnown ? earlier : [...earlier, sentAs]
}
