import { createDeskMetrics } from '#server/desk/metrics/metrics.ts'
import type { MetricFilter, MetricListFilter } from '#server/models/metrics.ts'
import { insertProject } from '#server/store/projects/projects.ts'
import type { Engine } from '#tests/support/postgres/each-engine.ts'
import { openPostgresEventStore } from '#tests/support/postgres/postgres-event-store.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'
import { anOtlpMetricsBody } from './otlp-points.ts'

const MINUTE_MS = 60_000
/** Six minutes, of which values are sent in tests. */
export const START = Date.UTC(2026, 8, 21, 12)
const NOW = START + 6 * MINUTE_MS
export const buckets = { start: START, stepMs: MINUTE_MS, count: 6 }

/** A store with the project `shop`, to which metrics are sent by OTLP. */
export async function openMetrics(engine: Engine) {
  const opened = await (engine === 'sqlite'
    ? openEventStore(() => NOW)
    : openPostgresEventStore({ clock: () => NOW }))
  const { store } = opened
  const addProject = async (slug: string) =>
    (
      await store.write((trx) =>
        insertProject(trx, { slug, name: slug, publicKey: slug.padEnd(32, 'x'), now: NOW }),
      )
    ).id
  const shopId = await addProject('shop')
  const metrics = createDeskMetrics(store)
  return {
    ...{ store, metrics, shopId, addProject, close: () => opened.close() },
    async send(
      these: object[],
      { projectId = shopId, ...of }: { projectId?: number; environment?: string } = {},
    ) {
      const envelope = {
        ...{ projectId, keyId: projectId, receivedAt: NOW, body: anOtlpMetricsBody(these, of) },
        ...{ format: 'otlp_metrics' as const, contentType: 'application/json' },
      }
      const { results } = await opened.writeBatch([envelope], [])
      if (results[0]?.status !== 200) throw new Error(JSON.stringify(results[0]))
    },
    async find(name: string, more: Partial<MetricFilter> = {}) {
      const asked = {
        name,
        buckets,
        project: undefined,
        environment: undefined,
        query: '',
        groupBy: undefined,
      }
      return metrics.find({ ...asked, ...more })
    },
    list: (more: Partial<MetricListFilter> = {}) =>
      metrics.list({
        ...{ project: undefined, environment: undefined, period: { start: START, end: NOW }, steps: 3 },
        ...{ search: '', after: undefined, limit: 25, ...more },
      }),
  }
}

export type OpenMetrics = Awaited<ReturnType<typeof openMetrics>>
