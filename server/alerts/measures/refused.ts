import { usagePath } from '#renderer/paths.ts'
import type { Threshold } from '#server/models/alerts/rules.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import { type OutcomeSum, sumOutcomes } from '#server/store/projects/outcome-hours.ts'
import { formatCount, type Measured, type MeasuredProject, type Measuring } from './measured.ts'

/** What was refused by limits, or because the desk could not take it, in this hour and in the one before. */
export async function measureRefused({ db, projects, now, threshold }: Measuring): Promise<Measured[]> {
  const projectIds = projects.map(({ id }) => id)
  if (projectIds.length === 0) return []
  const hour = Math.floor(now / HOUR_MS)
  const sumHour = async (fromHour: number) => {
    const sums = await sumOutcomes(db, { projectIds, fromHour, beforeHour: fromHour + 1 })
    return sums.filter(({ outcome }) => outcome === 'rate_limited')
  }
  const [before, current] = [await sumHour(hour - 1), await sumHour(hour)]
  return projects.flatMap((project) => {
    const ofProject = (sums: readonly OutcomeSum[]) =>
      sums.filter(({ projectId }) => projectId === project.id)
    return judgeRefused(threshold, project, [ofProject(before), ofProject(current)]) ?? []
  })
}

/** What was refused in an hour, by its reason. */
export type RefusedSums = readonly Pick<OutcomeSum, 'reason' | 'quantity'>[]

/** What a rule makes of an hour and the one before it; undefined where nothing was refused. */
export function judgeRefused(
  { count }: Threshold,
  project: MeasuredProject,
  hours: readonly [RefusedSums, RefusedSums],
): Measured | undefined {
  const most = Math.max(...hours.map(totalOf))
  if (most === 0) return undefined
  const reason = mainReasonOf(hours.flat())
  return {
    ...{ projectId: project.id, key: String(project.id), name: project.name },
    beginning: 'Intake refused',
    detail: `${formatCount(most)} items were refused within an hour, most of them with ${reason}`,
    path: usagePath({ project: project.slug }),
    isReached: most >= count,
    isOver: 2 * most < count,
  }
}

function totalOf(sums: RefusedSums): number {
  return sums.reduce((sum, { quantity }) => sum + Number(quantity), 0)
}

function mainReasonOf(sums: RefusedSums): string {
  const byReason = [...Map.groupBy(sums, ({ reason }) => reason)].map(([reason, own]) => ({
    ...{ reason, total: totalOf(own) },
  }))
  return byReason.toSorted((one, other) => other.total - one.total)[0]?.reason ?? ''
}
