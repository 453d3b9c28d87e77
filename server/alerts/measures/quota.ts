import type { Kysely } from 'kysely'
import { usagePath } from '#renderer/paths.ts'
import type { Threshold } from '#server/models/alerts/rules.ts'
import type { RateLimitRule } from '#server/protocol/project-settings.ts'
import { windowAt } from '#server/protocol/windows.ts'
import { listKeyRows } from '#server/store/projects/outcome-hours.ts'
import { countTaken } from '#server/store/projects/outcomes.ts'
import { getProjectSettings } from '#server/store/projects/project-settings.ts'
import type { Database } from '#server/store/schema/schema.ts'
import {
  formatCount,
  formatPercent,
  type Measured,
  type MeasuredProject,
  type Measuring,
} from './measured.ts'

/** So many points below the limit it is over: with a new month, or a larger quota. */
const RECOVERY_POINTS = 5

/** How much of each monthly limit of a project, or of its keys, is used. Shorter limits are full again and again, as they should. */
export async function measureQuota({ db, projects, now, threshold }: Measuring): Promise<Measured[]> {
  const { start } = windowAt('month', now)
  const all: Measured[] = []
  for (const project of projects) {
    for (const limit of await listMonthlyLimits(db, project.id)) {
      const taken = await countTaken(db, { projectId: project.id, keyId: limit.keyId }, limit.rule, start)
      all.push(judgeQuota(threshold, project, { ...limit, taken }))
    }
  }
  return all
}

export interface MonthlyLimit {
  rule: RateLimitRule
  /** 0 for all keys together. */
  keyId: number
}

export async function listMonthlyLimits(db: Kysely<Database>, projectId: number): Promise<MonthlyLimit[]> {
  const { rules } = (await getProjectSettings(db, projectId)).rateLimits
  const limits: MonthlyLimit[] = []
  for (const rule of rules) {
    if (rule.per !== 'month' || rule.quantity === 0) continue
    const keys = rule.scope === 'key' ? await listActiveKeys(db, projectId) : [0]
    limits.push(...keys.map((keyId) => ({ rule, keyId })))
  }
  return limits
}

/** What a rule makes of what a limit let in since its month began. */
export function judgeQuota(
  { percent = 0 }: Threshold,
  project: MeasuredProject,
  { rule, keyId, taken }: MonthlyLimit & { taken: number },
): Measured {
  const used = (100 * taken) / rule.quantity
  const what = rule.category ?? 'all items'
  return {
    ...{ projectId: project.id, key: `${project.id}:${what}:${keyId}`, name: project.name },
    beginning: used >= 100 ? 'Limit reached' : 'Limit is near',
    detail: `${formatCount(taken)} of ${formatCount(rule.quantity)} in this month are used (${formatPercent(used)}): ${what}`,
    path: usagePath({ project: project.slug }),
    isReached: used >= percent,
    isOver: used < percent - RECOVERY_POINTS,
  }
}

async function listActiveKeys(db: Kysely<Database>, projectId: number): Promise<number[]> {
  const keys = await listKeyRows(db, [projectId])
  return keys.filter(({ isActive }) => isActive === 1).map(({ id }) => id)
}
