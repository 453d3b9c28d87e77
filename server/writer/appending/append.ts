import type { OutcomeCount } from '#server/protocol/outcome.ts'
import type { Arrival } from '#server/store/engine/news.ts'
import { nameEchoes } from '#server/store/events/echo-causes.ts'
import { createStoredCounts } from '#server/store/projects/stored-counts.ts'
import type { Declined, RecordCounts } from '#server/store/records/record-port.ts'
import { createRecordStore, type RecordStoreOptions } from '#server/store/records/record-store.ts'
import type { Steps } from '#server/store/rows/steps.ts'
import type { Delta, Occurrences } from '#server/writer/aggregates/delta.ts'
import type { Commit } from '#server/writer/batch/commit.ts'
import { sumOutcomes } from '#server/writer/batch/outcome-counts.ts'
import type { PreparedBatch } from '#server/writer/batch/prepare.ts'
import { appendEvents } from './events.ts'
import { createRepeats } from './repeats.ts'
import { appendSpans } from './spans.ts'

/** Called in the transaction for each record that was declined. */
export type OnDeclined = (declined: Declined) => void

/** Batches whose records are compressed and whose attachments are written. */
export interface AppendedBatches {
  /** Stores the rows, and returns what is to be counted. */
  append(): Steps<{ commit: Commit; delta: Delta }>
}

/** Stores the contents of batches. `server/writer/aggregates/` counts them. */
export function createAppending(options: RecordStoreOptions) {
  const records = createRecordStore(options)
  const repeats = createRepeats(records)
  return {
    ...repeats,
    /** Prepares batches without repeats, and what was refused beside them, before the transaction while others may write. */
    prepare(
      batches: readonly PreparedBatch[],
      refused: readonly OutcomeCount[],
      onDeclined?: OnDeclined,
    ): AppendedBatches {
      const storeRecords = records.prepare(
        batches.flatMap((batch) => batch.records),
        onDeclined,
      )
      return { append: () => append(batches, storeRecords, refused) }
    },
  }
}

function* append(
  batches: readonly PreparedBatch[],
  storeRecords: (counts: RecordCounts) => Steps<OutcomeCount[]>,
  refused: readonly OutcomeCount[],
): Steps<{ commit: Commit; delta: Delta }> {
  const stored = createStoredCounts()
  const blocks = batches.flatMap(({ events }) => events)
  yield* nameEchoes(blocks.flatMap(({ members }) => members.map(({ of }) => of)))
  const { occurrences, issues } = yield* appendEvents(blocks, stored.count)
  for (const { spans } of batches) yield* appendSpans(spans, stored.count)
  const counts = { logs: [], sessions: [], countStored: stored.count }
  const ofRecords = yield* storeRecords(counts)
  const outcomes = sumOutcomes([...batches.flatMap((batch) => batch.outcomes), ...ofRecords, ...refused])
  const delta: Delta = {
    ...{ format: 1, occurrences, issues },
    ...{ logs: counts.logs, sessions: counts.sessions, outcomes, stored: stored.list() },
    usedArtifacts: batches.flatMap(({ usedArtifacts }) => usedArtifacts),
    samples: batches.flatMap(({ samples }) => samples),
  }
  return { commit: commitOf(occurrences, outcomes), delta }
}

function commitOf(occurrences: readonly Occurrences[], outcomes: OutcomeCount[]): Commit {
  const arrivals = occurrences.map(toArrival)
  return {
    projectIds: [...new Set(occurrences.map(({ projectId }) => projectId))],
    issueIds: occurrences.map(({ issueId }) => issueId),
    arrivals,
    eventCount: arrivals.reduce((sum, { eventCount }) => sum + eventCount, 0),
    outcomes,
  }
}

export function toArrival({ projectId, issueId, isNew, events }: Occurrences): Arrival {
  return { projectId, issueId, isNew, eventCount: events.length }
}
