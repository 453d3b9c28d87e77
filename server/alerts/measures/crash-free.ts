import { releasePath, releasesPath } from '#renderer/paths.ts'
import { MINUTE_MS } from '#server/protocol/time.ts'
import { readProjectHealth } from '#server/store/releases/release-health.ts'
import {
  formatCount,
  formatPercent,
  type Measured,
  type MeasuredProject,
  type Measuring,
} from './measured.ts'

/** The share of the way from the limit to 100 % that a release has to make up again. */
const RECOVERY = 0.1

/** Sessions, or users, of each release without a crash: of those that begin in the time, which is one of whole hours. */
export async function measureCrashFree(measuring: Measuring): Promise<Measured[]> {
  const { db, happening, projects, now, threshold } = measuring
  const period = { start: now - threshold.minutes * MINUTE_MS, end: now }
  const all: Measured[] = []
  for (const project of projects) {
    for (const health of await readProjectHealth(db, project.id, period)) {
      const { version, sessionCount } = health
      const share = happening === 'crash-free-users' ? health.crashFreeUsers : health.crashFreeSessions
      if (share !== null) all.push(judgeCrashFree(measuring, project, { version, sessionCount, share }))
    }
  }
  return all
}

/** What a rule makes of the share of a release, from 0 to 1. */
export function judgeCrashFree(
  { happening, threshold: { count, percent = 0 } }: Pick<Measuring, 'happening' | 'threshold'>,
  project: MeasuredProject,
  { version, sessionCount, share }: { version: string; sessionCount: number; share: number },
): Measured {
  const rate = 100 * share
  // Of too few nothing is said, neither that it is low nor that it is over.
  const isEnough = sessionCount >= count
  const of =
    happening === 'crash-free-users' ? 'of users were' : `of ${formatCount(sessionCount)} sessions were`
  return {
    ...{ projectId: project.id, key: `${project.id}:${version}`, name: version, release: version },
    beginning: 'Crash-free rate is low',
    detail: `${formatPercent(rate)} ${of} without a crash; the limit is ${formatPercent(percent)}`,
    path: releasePath(project.slug, version) ?? releasesPath({ project: project.slug }),
    isReached: isEnough && rate < percent,
    isOver: isEnough && rate >= percent + RECOVERY * (100 - percent),
  }
}
