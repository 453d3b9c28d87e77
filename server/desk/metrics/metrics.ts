import type {
  MetricDetail,
  MetricFilter,
  MetricListFilter,
  MetricListing,
  MetricScope,
} from '#server/models/metrics.ts'
import type { Period } from '#server/models/period.ts'
import type { Refusal } from '#server/models/refusal.ts'
import type { Store } from '#server/store/engine/store.ts'
import { isAsked } from '#server/store/projects/own-project.ts'
import { listProjectRows } from '#server/store/projects/projects.ts'
import { listMetricValues } from '#server/store/records/read/metrics.ts'
import { findMetric } from './find-metric.ts'
import { listMetrics } from './list-metrics.ts'

export interface DeskMetrics {
  /** Lists one metric's values, the latest first, a thousand at most. */
  listValues(
    projectId: number,
    asked: { name: string; limit: number; period: Period },
  ): ReturnType<typeof listMetricValues>
  /** Lists the metrics that have values in the period, by name. */
  list(filter: MetricListFilter): Promise<MetricListing>
  /** Reads what a metric measured. Undefined where there is no such metric; refuses a search that it cannot read. */
  find(filter: MetricFilter): Promise<MetricDetail | Refusal | undefined>
}

const MOST_VALUES = 1_000

export function createDeskMetrics({ db }: Store): DeskMetrics {
  async function listProjects({ project, isWithoutOwn = false }: MetricScope) {
    const rows = await listProjectRows(db)
    return rows.filter((row) => isAsked(row, { slug: project, isWithoutOwn }))
  }

  return {
    listValues: (projectId, { name, limit, period }) =>
      listMetricValues(db, {
        projectId,
        name,
        limit: Math.min(limit, MOST_VALUES),
        fromUs: period.start * 1_000,
        beforeUs: period.end * 1_000,
      }),
    list: async (filter) => listMetrics(db, await listProjects(filter), filter),
    find: async (filter) => findMetric(db, await listProjects(filter), filter),
  }
}
