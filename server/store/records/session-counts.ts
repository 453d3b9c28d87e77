import type { SessionCountsRecord } from '#server/processing/record.ts'
import type { RecordPort } from './record-port.ts'

/** Sessions that were counted by the SDK are only added up. */
export function createSessionCountsPort(): RecordPort<SessionCountsRecord> {
  return {
    nameOf: () => undefined,
    *findKnown(arrived) {
      return arrived.map(() => false)
    },
    prepare: (arrived) =>
      // biome-ignore lint/correctness/useYield: it needs nothing of the database
      function* (counts) {
        for (const { projectId, receivedAt, record } of arrived) {
          const { release, environment } = record
          for (const count of record.counts) {
            counts.sessions.push({ ...count, projectId, receivedAt, release, environment })
          }
        }
        return []
      },
  }
}
