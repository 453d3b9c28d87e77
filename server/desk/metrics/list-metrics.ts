import type { Kysely } from 'kysely'
import type { MetricListFilter, MetricListing, MetricSummary } from '#server/models/metrics.ts'
import type { JsonObject } from '#server/processing/normalize/untrusted.ts'
import {
  countListedPoints,
  listNewestPoints,
  type NewestPoint,
  readMetricTrends,
} from '#server/store/records/read/listed-metrics.ts'
import { listMetricNames } from '#server/store/records/read/metric-names.ts'
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

type Named = [name: string, owners: readonly Project[]]

/** Lists the metrics that have values in the period, by name. */
export async function listMetrics(
  db: Kysely<Database>,
  projects: readonly Project[],
  filter: MetricListFilter,
): Promise<MetricListing> {
  const { names, isPartial } = await listNames(db, projects, filter)
  const found = await findNewest(db, names, filter)
  const listed = found.slice(0, filter.limit)
  const metrics = await summarize(db, listed, filter)
  const last = listed.length === filter.limit ? listed.at(-1)?.name : undefined
  // Whether the names after the last one have a value in the period is not known yet.
  if (last !== undefined && last !== names.at(-1)?.[0]) return { metrics, next: last, isPartial: false }
  return { metrics, next: null, isPartial }
}

async function listNames(
  db: Kysely<Database>,
  projects: readonly Project[],
  { search, after = '' }: MetricListFilter,
): Promise<{ names: Named[]; isPartial: boolean }> {
  const words = search.toLowerCase()
  const owners = new Map<string, Project[]>()
  let isPartial = false
  const lists = await Promise.all(
    projects.map(({ id }) => listMetricNames(db, { projectId: id, after, limit: MOST_NAMES })),
  )
  for (const [index, project] of projects.entries()) {
    const names = lists[index] ?? []
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

/** A metric, and the newest value of each project that has one. */
interface Found {
  name: string
  newest: (NewestPoint & { project: Project })[]
}

/**
 * Finds the first metrics that have a value in the period, as many as a page lists. Without an environment, a name without one
 * costs next to nothing, so all are asked for at once.
 */
async function findNewest(
  db: Kysely<Database>,
  names: readonly Named[],
  filter: MetricListFilter,
): Promise<Found[]> {
  const atOnce = filter.environment === undefined ? names.length : filter.limit
  const found: Found[] = []
  for (let from = 0; from < names.length && found.length < filter.limit; from += atOnce) {
    const asked = names
      .slice(from, from + atOnce)
      .flatMap(([name, owners]) => owners.map((project) => ({ name, project, projectId: project.id })))
    const bound = filter.environment === undefined ? 1 : MOST_LOOKED_AT
    const points = await listNewestPoints(db, asked, { ...reachOf(filter), bound })
    const byPosition = new Map(points.map((point) => [point.position, point]))
    const having = asked.flatMap(({ name, project }, position) => {
      const point = byPosition.get(position)
      return point === undefined ? [] : { name, newest: { ...point, project } }
    })
    for (const [name, of] of Map.groupBy(having, (one) => one.name))
      found.push({ name, newest: of.map(({ newest }) => newest) })
  }
  return found
}

function reachOf({ period, environment }: MetricListFilter) {
  return { fromUs: period.start * 1_000, beforeUs: period.end * 1_000, environment }
}

async function summarize(
  db: Kysely<Database>,
  found: readonly Found[],
  filter: MetricListFilter,
): Promise<MetricSummary[]> {
  if (found.length === 0) return []
  const { fromUs, beforeUs, environment } = reachOf(filter)
  const most = environment === undefined ? MOST_COUNTED : MOST_LOOKED_AT
  const stepUs = Math.ceil((beforeUs - fromUs) / filter.steps)
  const all = found.flatMap(({ name, newest }) => newest.map((point) => ({ ...point, name })))
  const metrics = all.map(({ name, project, type }) => ({
    ...{ name, projectId: project.id, addsUp: type === 'counter' },
  }))
  const [points, counts, trends] = await Promise.all([
    withAttributes(db, all),
    countListedPoints(db, metrics, { ...reachOf(filter), bound: most }),
    readMetricTrends(db, metrics, { fromUs, stepUs, steps: filter.steps, environment }),
  ])
  const read = points.map((point, index) => ({
    ...point,
    counted: counts[index] ?? 0,
    trend: trends[index] ?? [],
  }))
  return [...Map.groupBy(read, ({ name }) => name).values()].flatMap((having) => toSummary(having, most))
}

interface ReadMetric extends Pick<NewestPoint, 'type' | 'unit' | 'value' | 'timestampUs'> {
  name: string
  project: Project
  attributes: JsonObject
  counted: number
  trend: (number | null)[]
}

/** Sums up what was read of one metric in each of its projects. The list is empty if nothing was read. */
function toSummary(having: readonly ReadMetric[], most: number): MetricSummary[] {
  const [latest] = having.toSorted((a, b) => b.timestampUs - a.timestampUs)
  if (latest === undefined) return []
  const services = having.flatMap(({ attributes }) => attributes['resource.service.name'] ?? [])
  return [
    {
      name: latest.name,
      unit: latest.unit,
      kind: kindOf(latest),
      projects: having.map(({ project }) => project.slug),
      services: [...new Set(services.filter((service) => typeof service === 'string'))],
      points: {
        count: having.reduce((sum, { counted }) => sum + counted, 0),
        isMore: having.some(({ counted }) => counted >= most),
      },
      newest: { value: latest.value, timestampUs: latest.timestampUs },
      trend: latest.trend,
    },
  ]
}
