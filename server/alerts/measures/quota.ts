import { usagePath } from '#renderer/paths.ts'
import { windowAt } from '#server/protocol/windows.ts'
import { listKeyRows } from '#server/store/projects/outcome-hours.ts'
import { countTaken } from '#server/store/projects/outcomes.ts'
import { getProjectSettings } from '#server/store/projects/project-settings.ts'
import { formatCount, formatPercent, type Measured, type Measuring } from './measured.ts'

/** So many points below the limit it is over: with a new month, or a larger quota. */
const RECOVERY_POINTS = 5

/** How much of each monthly limit of a project, or of its keys, is used. Shorter limits are full again and again, as they should. */
export async function measureQuota(measuring: Measuring): Promise<Measured[]> {
  const { db, projects, now, threshold } = measuring
  const { percent = 0 } = threshold
  const all: Measured[] = []
  for (const project of projects) {
    const { rules } = (await getProjectSettings(db, project.id)).rateLimits
    for (const rule of rules) {
      if (rule.per !== 'month' || rule.quantity === 0) continue
      const keys = rule.scope === 'key' ? await listActiveKeys(measuring, project.id) : [0]
      for (const keyId of keys) {
        const { start } = windowAt('month', now)
        const taken = await countTaken(db, { projectId: project.id, keyId }, rule, start)
        const used = (100 * taken) / rule.quantity
        const what = rule.category ?? 'all items'
        all.push({
          ...{ projectId: project.id, key: `${project.id}:${what}:${keyId}`, name: project.name },
          beginning: used >= 100 ? 'Limit reached' : 'Limit is near',
          detail: `${formatCount(taken)} of ${formatCount(rule.quantity)} in this month are used (${formatPercent(used)}): ${what}`,
          path: usagePath({ project: project.slug }),
          isReached: used >= percent,
          isOver: used < percent - RECOVERY_POINTS,
        })
      }
    }
  }
  return all
}

async function listActiveKeys({ db }: Measuring, projectId: number): Promise<number[]> {
  const keys = await listKeyRows(db, [projectId])
  return keys.filter(({ isActive }) => isActive === 1).map(({ id }) => id)
}
