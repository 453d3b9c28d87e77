import { usagePath } from '#renderer/paths.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import { type OutcomeSum, sumOutcomes } from '#server/store/projects/outcome-hours.ts'
import { formatCount, type Measured, type Measuring } from './measured.ts'

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
  return projects.flatMap((project): Measured[] => {
    const ofProject = (sums: readonly OutcomeSum[]) =>
      sums.filter(({ projectId }) => projectId === project.id)
    const hours = [ofProject(before), ofProject(current)]
    const [first = 0, second = 0] = hours.map(totalOf)
    const most = Math.max(first, second)
    if (most === 0) return []
    const reason = mainReasonOf(hours.flat())
    return [
      {
        ...{ projectId: project.id, key: String(project.id), name: project.name },
        beginning: 'Intake refused',
        detail: `${formatCount(most)} items were refused within an hour, most of them with ${reason}`,
        path: usagePath({ project: project.slug }),
        isReached: most >= threshold.count,
        isOver: 2 * most < threshold.count,
      },
    ]
  })
}

function totalOf(sums: readonly OutcomeSum[]): number {
  return sums.reduce((sum, { quantity }) => sum + Number(quantity), 0)
}

function mainReasonOf(sums: readonly OutcomeSum[]): string {
  const byReason = [...Map.groupBy(sums, ({ reason }) => reason)].map(([reason, own]) => ({
    ...{ reason, total: totalOf(own) },
  }))
  return byReason.toSorted((one, other) => other.total - one.total)[0]?.reason ?? ''
}
