import type { MeasuredProject } from '#server/alerts/measures/measured.ts'
import {
  addTimes,
  HOURS_AFTER,
  HOURS_BEFORE,
  judgeSlower,
  type RouteTimes,
} from '#server/alerts/measures/slower.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import { listSeenSince } from '#server/store/alerts/occurrences/newest-release.ts'
import { listMeasured } from '#server/store/performance/rows.ts'
import type { PastMeasuring, PastStep } from './replay.ts'

/** Times of each are read for three days. */
export const MOST_RELEASES = 20

/** Each of the newest releases by the hour, until it had its day or another one came. */
export async function listPastSlower(
  past: PastMeasuring,
  project: MeasuredProject,
): Promise<readonly PastStep[]> {
  const { db, firstHour } = past
  const since = (firstHour - HOURS_AFTER - 1) * HOUR_MS
  const releases = await listSeenSince(db, { projectId: project.id, since, limit: MOST_RELEASES })
  const steps: PastStep[] = []
  for (const [index, release] of releases.entries()) {
    const next = releases[index + 1]?.firstSeen ?? Number.POSITIVE_INFINITY
    steps.push(...(await listSteps(past, project, { ...release, until: next })))
  }
  return steps
}

async function listSteps(
  { db, threshold, lastHour }: PastMeasuring,
  project: MeasuredProject,
  { version, firstSeen, until }: { version: string; firstSeen: number; until: number },
): Promise<PastStep[]> {
  const began = Math.floor(firstSeen / HOUR_MS)
  const read = (firstHour: number, count: number) =>
    listMeasured(db, {
      ...{ projectIds: [project.id], environment: undefined, kind: 'route' },
      buckets: { start: firstHour * HOUR_MS, stepMs: HOUR_MS, count },
    })
  const earlier = addTimes(new Map(), await read(began - HOURS_BEFORE, HOURS_BEFORE))
  const rows = Map.groupBy(await read(began + 1, HOURS_AFTER), ({ hour }) => hour)
  const after: RouteTimes = new Map()
  const steps: PastStep[] = []
  // An hour is measured when it is over.
  for (let hour = began + 2; hour <= Math.min(began + 1 + HOURS_AFTER, lastHour); hour++) {
    if (hour * HOUR_MS >= until) break
    addTimes(after, rows.get(hour - 1) ?? [])
    steps.push({ hour, all: judgeSlower(threshold, project, { version, after, earlier }) })
  }
  return steps
}
