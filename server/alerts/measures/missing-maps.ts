import { sourceMapsPath } from '#renderer/paths.ts'
import type { Threshold } from '#server/models/alerts/rules.ts'
import { DAY_MS, MINUTE_MS } from '#server/protocol/time.ts'
import { countMissingMaps } from '#server/store/alerts/occurrences/missing-maps.ts'
import { formatCount, type Measured, type MeasuredProject, type Measuring } from './measured.ts'

/** Maps of a fresh release may still be on their way. */
export const PATIENCE_MS = 10 * MINUTE_MS
export const SEEN_MS = 7 * DAY_MS

/** Issues of each release whose stacks found no source map. */
export async function measureMissingMaps({ db, projects, now, threshold }: Measuring): Promise<Measured[]> {
  const byId = new Map(projects.map((project) => [project.id, project]))
  const period = { since: now - SEEN_MS, before: now - PATIENCE_MS }
  const rows = await countMissingMaps(db, { projectIds: [...byId.keys()], ...period })
  return rows.flatMap(({ projectId, release, issues }): Measured[] => {
    const project = byId.get(projectId)
    if (project === undefined || release === null) return []
    return [judgeMissingMaps(threshold, project, { release, count: Number(issues) })]
  })
}

/** What a rule makes of a release of which so many issues wait. */
export function judgeMissingMaps(
  { count: most }: Threshold,
  project: MeasuredProject,
  { release, count }: { release: string; count: number },
): Measured {
  return {
    ...{ projectId: project.id, key: `${project.id}:${release}`, name: release, release },
    beginning: 'Source maps are missing',
    detail: `The stacks of ${formatCount(count)} ${count === 1 ? 'issue' : 'issues'} found no source map`,
    path: sourceMapsPath(project.slug),
    isReached: count >= most,
    isOver: 2 * count < most,
  }
}
