import type { Kysely } from 'kysely'
import type { MetricDetail, MetricFilter, MetricKind, MetricSeries } from '#server/models/metrics.ts'
import type { Refusal } from '#server/models/refusal.ts'
import { metricMatcher, parseMetricSearch } from '#server/search/dialects/records/metrics.ts'
import { formatSearchError } from '#server/search/search-error.ts'
import { hasMetricPoints } from '#server/store/records/read/metric-points.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { createSums } from './add-up.ts'
import { listExemplars } from './exemplars.ts'
import { increasesOf } from './increases.ts'
import { kindOf, type Measured, measure, runsOn } from './measured.ts'
import { readPoints, type WeighedPoint } from './read-points.ts'

const MOST_GROUPS = 5
const MOST_ATTRIBUTES = 40
const FEW_EXEMPLARS = 12
const MOST_EXEMPLARS = 200
/** So many of the newest points say which attributes there are. */
const MOST_DESCRIBED = 500

/** Undefined where no project has such a metric. Refuses a search that it cannot read. */
export async function findMetric(
  db: Kysely<Database>,
  projects: readonly { id: number; slug: string }[],
  { name, environment, buckets, query, groupBy, withAllExemplars = false }: MetricFilter,
): Promise<MetricDetail | Refusal | undefined> {
  const parsed = parseMetricSearch(query)
  if ('error' in parsed) return { refusal: formatSearchError(parsed.error) }
  const known = await Promise.all(
    projects.map(({ id }) =>
      hasMetricPoints(db, { projectId: id, name, fromUs: 0, beforeUs: Number.MAX_SAFE_INTEGER }),
    ),
  )
  const having = projects.filter((_, index) => known[index])
  if (having.length === 0) return undefined
  const { points, isSample } = await readPoints(db, { projects: having, name, environment, buckets })
  const newest = points.at(-1)
  const kind = newest ? kindOf(newest) : 'gauge'
  const found = points.filter(metricMatcher(parsed.condition))
  const measured = measureAll(found, kind)
  const groups = groupBy === undefined ? [] : toGroups(measured, { groupBy, kind, buckets })
  return {
    name,
    unit: newest?.unit ?? '',
    kind,
    projects: having.map(({ slug }) => slug),
    all: toSeries(null, measured, { kind, buckets }),
    groups: groups.slice(0, MOST_GROUPS),
    moreGroups: Math.max(0, groups.length - MOST_GROUPS),
    attributes: attributesOf(points.slice(-MOST_DESCRIBED)),
    ...listExemplars(found, withAllExemplars ? MOST_EXEMPLARS : FEW_EXEMPLARS),
    read: { points: points.length, isSample },
  }
}

interface MeasuredPoint {
  point: WeighedPoint
  measured: Measured
  weight: number
}

/** Running totals say what happened by their differences, which are whole also where values between were not read. */
function measureAll(points: readonly WeighedPoint[], kind: MetricKind): MeasuredPoint[] {
  const isRunning = (point: WeighedPoint) => kind === 'total' || (kind === 'distribution' && runsOn(point))
  const increases = increasesOf(points.filter(isRunning)).map((increase) => ({ ...increase, weight: 1 }))
  const others = points
    .filter((point) => !isRunning(point))
    .map((point) => ({ point, measured: measure(point), weight: point.weight }))
  return [...increases, ...others]
}

interface Shown {
  kind: MetricKind
  buckets: MetricFilter['buckets']
}

function toSeries(
  group: string | null,
  measured: readonly MeasuredPoint[],
  { kind, buckets }: Shown,
): MetricSeries {
  const total = createSums()
  const parts = Array.from({ length: buckets.count }, createSums)
  for (const { measured: one, weight } of measured) {
    total.add(one, weight)
    parts[Math.floor((one.timestampUs / 1_000 - buckets.start) / buckets.stepMs)]?.add(one, weight)
  }
  return {
    group,
    total: total.toNumbers(kind) ?? NOTHING,
    byBucket: parts.map((part) => part.toNumbers(kind)),
  }
}

const NOTHING = { count: 0, sum: null, avg: null, min: null, max: null, last: null, p50: null, p95: null }

function toGroups(measured: readonly MeasuredPoint[], shown: Shown & { groupBy: string }): MetricSeries[] {
  const byValue = Map.groupBy(measured, ({ point }) => groupOf(point, shown.groupBy))
  return [...byValue]
    .map(([group, members]) => toSeries(group, members, shown))
    .toSorted((a, b) => sizeOf(b) - sizeOf(a) || String(a.group).localeCompare(String(b.group)))
}

function sizeOf({ total }: MetricSeries): number {
  return total.sum ?? total.last ?? total.count
}

const COLUMNS = { environment: 'environment', release: 'release', project: 'projectSlug' } as const

function groupOf(point: WeighedPoint, name: string): string | null {
  if (name === 'environment' || name === 'release' || name === 'project') return point[COLUMNS[name]]
  const value = Object.hasOwn(point.attributes, name) ? point.attributes[name] : undefined
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Names of attributes that tell series apart, those of the point before those of its resource. */
function attributesOf(points: readonly WeighedPoint[]): string[] {
  const values = new Map<string, Set<string | null>>()
  for (const point of points) {
    const names = Object.keys(point.attributes).filter((name) => !name.startsWith('otel.'))
    for (const name of ['environment', 'release', 'project', ...names]) {
      const known = values.get(name) ?? new Set()
      known.add(groupOf(point, name))
      values.set(name, known)
    }
  }
  const isOfResource = (name: string) => Number(name.startsWith('resource.'))
  return [...values]
    .filter(([, known]) => known.size > 1)
    .map(([name]) => name)
    .toSorted((a, b) => isOfResource(a) - isOfResource(b) || (a < b ? -1 : 1))
    .slice(0, MOST_ATTRIBUTES)
}
