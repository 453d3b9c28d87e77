import type { SessionCountsRecord } from '#server/processing/record.ts'
import type { Steps } from '#server/store/rows/steps.ts'
import type { Arrived, Declined, RecordCounts, RecordPort } from './record-port.ts'

/** Sessions that were counted by the SDK are only added up. */
export function createSessionCountsPort(): RecordPort<SessionCountsRecord> {
  return {
    nameOf: () => undefined,
    *findKnown(arrived) {
      return arrived.map(() => false)
    },
    prepare: (arrived) => (counts) => addCounts(arrived, counts),
  }
}

// biome-ignore lint/correctness/useYield: it needs nothing of the database
function* addCounts(
  arrived: readonly Arrived<SessionCountsRecord>[],
  { sessions }: RecordCounts,
): Steps<Declined[]> {
  for (const { projectId, receivedAt, record } of arrived) {
    const { release, environment } = record
    for (const count of record.counts) {
      sessions.push({ ...count, projectId, receivedAt, release, environment })
    }
  }
  return []
}
