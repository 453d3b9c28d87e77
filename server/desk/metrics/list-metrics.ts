import type { Kysely } from 'kysely'
import type { MetricListFilter, MetricListing, MetricSummary } from '#server/models/metrics.ts'
import { listMetricNames, readMetricTrend } from '#server/store/records/read/metric-names.ts'
import { countMetricPoints, scanMetricPoints } from '#server/store/records/read/metric-points.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { kindOf } from './measured.ts'
import { withAttributes } from './read-points.ts'

/** One page looks at so many names of each project. */
const MOST_NAMES = 1_000
/** So many values of a name are counted. */
const MOST_COUNTED = 10_000
/** So many of the newest values are looked through for one of the environment. */
const MOST_LOOKED_AT = 500

interface Project {
  id: number
  slug: string
}

/** Lists the metrics that have values in the period, by name. */
export async function listMetrics(
  db: Kysely<Database>,
  projects: readonly Project[],
  filter: MetricListFilter,
): Promise<MetricListing> {
  const { names, isPartial } = await listNames(db, projects, filter)
  const metrics: MetricSummary[] = []
  for (const [name, owners] of names) {
    if (metrics.length === filter.limit)
      return { metrics, next: metrics.at(-1)?.name ?? null, isPartial: false }
    const summary = await summarize(db, { name, owners }, filter)
    if (summary !== undefined) metrics.push(summary)
  }
  return { metrics, next: null, isPartial }
}

async function listNames(
  db: Kysely<Database>,
  projects: readonly Project[],
  { search, after = '' }: MetricListFilter,
): Promise<{ names: [name: string, owners: Project[]][]; isPartial: boolean }> {
  const words = search.toLowerCase()
  const owners = new Map<string, Project[]>()
  let isPartial = false
  for (const project of projects) {
    const names = await listMetricNames(db, { projectId: project.id, after, limit: MOST_NAMES })
    isPartial ||= names.length === MOST_NAMES
    for (const name of names) {
      if (!name.toLowerCase().includes(words)) continue
      const known = owners.get(name)
      if (known) known.push(project)
      else owners.set(name, [project])
    }
  }
  return { names: [...owners].toSorted(([a], [b]) => (a < b ? -1 : 1)), isPartial }
}

/** Undefined for a metric without a value in the period. */
async function summarize(
  db: Kysely<Database>,
  { name, owners }: { name: string; owners: readonly Project[] },
  { environment, period, steps }: MetricListFilter,
): Promise<MetricSummary | undefined> {
  const [fromUs, beforeUs] = [period.start * 1_000, period.end * 1_000]
  const stepUs = Math.ceil((beforeUs - fromUs) / steps)
  const found = await Promise.all(
    owners.map(async ({ id: projectId, slug }) => {
      const reach = { projectId, name, fromUs, beforeUs }
      const bound = environment === undefined ? 1 : MOST_LOOKED_AT
      const rows = await scanMetricPoints(db, { ...reach, environment, bound })
      const [newest] = await withAttributes(db, rows.slice(0, 1))
      if (newest === undefined) return undefined
      const counted =
        environment === undefined
          ? (await countMetricPoints(db, reach, MOST_COUNTED)).count
          : (await scanMetricPoints(db, { ...reach, environment, bound: MOST_LOOKED_AT })).length
      const addsUp = kindOf(newest) === 'counter'
      const trend = await readMetricTrend(db, { projectId, name, fromUs, stepUs, steps, environment, addsUp })
      return { newest, counted, trend, slug }
    }),
  )
  const having = found.filter((one) => one !== undefined)
  const [latest] = having.toSorted((a, b) => b.newest.timestampUs - a.newest.timestampUs)
  if (latest === undefined) return undefined
  const most = environment === undefined ? MOST_COUNTED : MOST_LOOKED_AT
  const services = having.flatMap(({ newest }) => newest.attributes['resource.service.name'] ?? [])
  return {
    name,
    unit: latest.newest.unit,
    kind: kindOf(latest.newest),
    projects: having.map(({ slug }) => slug),
    services: [...new Set(services.filter((service) => typeof service === 'string'))],
    points: {
      count: having.reduce((sum, { counted }) => sum + counted, 0),
      isMore: having.some(({ counted }) => counted >= most),
    },
    newest: { value: latest.newest.value, timestampUs: latest.newest.timestampUs },
    trend: latest.trend,
  }
}
