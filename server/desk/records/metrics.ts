import type { Period } from '#server/models/period.ts'
import type { Store } from '#server/store/engine/store.ts'
import { listMetricValues } from '#server/store/records/read/metrics.ts'

export interface DeskMetrics {
  /** Lists one metric's values, the latest first, a thousand at most. */
  listValues(
    projectId: number,
    asked: { name: string; limit: number; period: Period },
  ): ReturnType<typeof listMetricValues>
}

const MOST_VALUES = 1_000

export function createDeskMetrics({ db }: Store): DeskMetrics {
  return {
    listValues: (projectId, { name, limit, period }) =>
      listMetricValues(db, {
        projectId,
        name,
        limit: Math.min(limit, MOST_VALUES),
        fromUs: period.start * 1_000,
        beforeUs: period.end * 1_000,
      }),
  }
}
