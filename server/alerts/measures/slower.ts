import { performancePath } from '#renderer/paths.ts'
import type { Threshold } from '#server/models/alerts/rules.ts'
import { QuantileSketch } from '#server/processing/sketches/quantile-sketch.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import { findNewestSeen } from '#server/store/alerts/occurrences/newest-release.ts'
import { listMeasured, type MeasuredRow } from '#server/store/performance/rows.ts'
import { formatCount, type Measured, type MeasuredProject, type Measuring } from './measured.ts'

/** Each time of day came twice. */
export const HOURS_BEFORE = 48
/** What is older is no longer the release's doing. */
export const HOURS_AFTER = 24

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
    addTimes(
      new Map(),
      await listMeasured(db, { projectIds: [project.id], environment: undefined, buckets, kind: 'route' }),
    )
  const after = await read({ start, stepMs: HOUR_MS, count })
  return judgeSlower(threshold, project, { version: newest.version, after, earlier: await read(before) })
}

/** Times of routes, by what names them. */
export type RouteTimes = Map<string, { name: string; sketch: QuantileSketch }>

/** What a rule makes of each route that was asked often enough on both sides. */
export function judgeSlower(
  { count, percent = 0 }: Threshold,
  project: MeasuredProject,
  { version, after, earlier }: { version: string; after: RouteTimes; earlier: RouteTimes },
): Measured[] {
  return [...after].flatMap(([key, { name, sketch }]): Measured[] => {
    const then = earlier.get(key)
    if (then === undefined || Math.min(sketch.count, then.sketch.count) < count) return []
    const [present, usual] = [p95Of(sketch), p95Of(then.sketch)]
    if (usual <= 0) return []
    const growth = 100 * (present / usual - 1)
    return [
      {
        ...{ projectId: project.id, key: `${project.id}:${version}:${key}`, name },
        ...{ release: version, beginning: 'Slower in a release' },
        detail: `p95 is ${formatMs(present)} since ${version}, and was ${formatMs(usual)} before, over ${formatCount(sketch.count)} requests`,
        path: performancePath({ project: project.slug }),
        isReached: growth >= percent,
        isOver: growth < percent / 2,
      },
    ]
  })
}

/** Adds up the hours of each route; `known` has those of earlier hours. */
export function addTimes(known: RouteTimes, rows: readonly MeasuredRow[]): RouteTimes {
  for (const { name, op, side, sketch } of rows) {
    if (name === '') continue // what came beyond the most names that are kept
    const key = JSON.stringify([side, op, name])
    const route = known.get(key) ?? { name, sketch: new QuantileSketch() }
    route.sketch.merge(sketch)
    known.set(key, route)
  }
  return known
}

/** Microseconds. */
function p95Of(sketch: QuantileSketch): number {
  return sketch.quantile(0.95) ?? 0
}

function formatMs(microseconds: number): string {
  return `${formatCount(Math.round(microseconds / 1_000))} ms`
}
