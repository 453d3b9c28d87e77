import { performancePath } from '#renderer/paths.ts'
import { QuantileSketch } from '#server/processing/sketches/quantile-sketch.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import { findNewestSeen } from '#server/store/alerts/occurrences/newest-release.ts'
import { listMeasured, type MeasuredRow } from '#server/store/performance/rows.ts'
import { formatCount, type Measured, type MeasuredProject, type Measuring } from './measured.ts'

/** Each time of day came twice. */
const HOURS_BEFORE = 48
/** What is older is no longer the release's doing. */
const HOURS_AFTER = 24

/**
 * The 95th percentile of each route in the first day of the newest release, beside the two days before it. Times are counted by the
 * hour and not by release: what an old release still answers counts as well.
 */
export async function measureSlower(measuring: Measuring): Promise<Measured[]> {
  const all: Measured[] = []
  for (const project of measuring.projects) all.push(...(await measureProject(measuring, project)))
  return all
}

async function measureProject(
  { db, now, threshold }: Measuring,
  project: MeasuredProject,
): Promise<Measured[]> {
  const newest = await findNewestSeen(db, project.id)
  if (newest === undefined) return []
  const began = Math.floor(newest.firstSeen / HOUR_MS)
  const before = { start: (began - HOURS_BEFORE) * HOUR_MS, stepMs: HOUR_MS, count: HOURS_BEFORE }
  // The hour in which it began has both releases.
  const start = (began + 1) * HOUR_MS
  const count = Math.min(HOURS_AFTER, Math.floor(now / HOUR_MS) - began)
  if (count <= 0) return []
  const read = async (buckets: typeof before) =>
    byRoute(
      await listMeasured(db, { projectIds: [project.id], environment: undefined, buckets, kind: 'route' }),
    )
  const after = await read({ start, stepMs: HOUR_MS, count })
  const earlier = await read(before)
  return [...after].flatMap(([key, now]): Measured[] => {
    const then = earlier.get(key)
    if (then === undefined || Math.min(now.sketch.count, then.sketch.count) < threshold.count) return []
    const [present, usual] = [p95Of(now.sketch), p95Of(then.sketch)]
    if (usual <= 0) return []
    const growth = 100 * (present / usual - 1)
    const { percent = 0 } = threshold
    return [
      {
        ...{ projectId: project.id, key: `${project.id}:${newest.version}:${key}`, name: now.name },
        ...{ release: newest.version, beginning: 'Slower in a release' },
        detail: `p95 is ${formatMs(present)} since ${newest.version}, and was ${formatMs(usual)} before, over ${formatCount(now.sketch.count)} requests`,
        path: performancePath({ project: project.slug }),
        isReached: growth >= percent,
        isOver: growth < percent / 2,
      },
    ]
  })
}

function byRoute(rows: readonly MeasuredRow[]): Map<string, { name: string; sketch: QuantileSketch }> {
  const routes = new Map<string, { name: string; sketch: QuantileSketch }>()
  for (const { name, op, side, sketch } of rows) {
    if (name === '') continue // what came beyond the most names that are kept
    const key = JSON.stringify([side, op, name])
    const known = routes.get(key) ?? { name, sketch: new QuantileSketch() }
    known.sketch.merge(sketch)
    routes.set(key, known)
  }
  return routes
}

/** Microseconds. */
function p95Of(sketch: QuantileSketch): number {
  return sketch.quantile(0.95) ?? 0
}

function formatMs(microseconds: number): string {
  return `${formatCount(Math.round(microseconds / 1_000))} ms`
}
