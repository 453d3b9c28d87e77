import type { Measured, MeasuredProject } from '#server/alerts/measures/measured.ts'
import { judgeMissingMaps, PATIENCE_MS, SEEN_MS } from '#server/alerts/measures/missing-maps.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import { listWaitingStacks } from '#server/store/alerts/occurrences/missing-maps.ts'
import { hoursOf, type PastMeasuring, type PastStep } from './replay.ts'

/** Of the stacks that still wait: since when so many of them did. */
export async function listPastMissingMaps(
  past: PastMeasuring,
  project: MeasuredProject,
): Promise<readonly PastStep[]> {
  const { db, threshold, firstHour } = past
  const rows = await listWaitingStacks(db, { projectId: project.id, since: firstHour * HOUR_MS - SEEN_MS })
  const releases = Map.groupBy(rows, ({ release }) => release)
  return hoursOf(past).map((hour) => {
    const end = (hour + 1) * HOUR_MS - 1
    const all: Measured[] = []
    for (const [release, waiting] of releases) {
      const seen = waiting.filter(({ at }) => at > end - SEEN_MS && at <= end - PATIENCE_MS)
      const count = new Set(seen.map(({ groupingId }) => groupingId)).size
      if (count > 0) all.push(judgeMissingMaps(threshold, project, { release, count }))
    }
    return { hour, all }
  })
}
