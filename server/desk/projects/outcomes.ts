import type { Period } from '#server/models/period.ts'
import type { Category, Outcome } from '#server/protocol/outcome.ts'
import type { RateLimitRule } from '#server/protocol/project-settings.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import { windowAt } from '#server/protocol/windows.ts'
import type { Store } from '#server/store/engine/store.ts'
import {
  listKeyRows,
  type OutcomeSum,
  sumOutcomeHours,
  sumOutcomes,
} from '#server/store/projects/outcome-hours.ts'
import { countTaken } from '#server/store/projects/outcomes.ts'
import { isAsked } from '#server/store/projects/own-project.ts'
import { getProjectSettings } from '#server/store/projects/project-settings.ts'
import { listProjectRows } from '#server/store/projects/projects.ts'

export interface UsageScope {
  /** A project's slug; undefined for all projects. */
  project: string | undefined
  /** Leaves out Crumbtrail's own project. */
  isWithoutOwn?: boolean
  period: Period
}

export interface UsageKey {
  id: number
  projectSlug: string
  /** The beginning of the key, which is enough to recognise it. */
  name: string
  isActive: boolean
}

export interface LimitState {
  projectSlug: string
  per: RateLimitRule['per']
  /** Null when the limit counts all categories. */
  category: Category | null
  /** The beginning of the key that it limits; null when it limits the whole project. */
  keyName: string | null
  quantity: number
  /** How much was taken in this window; null when only the running process knows. */
  taken: number | null
}

export interface Usage {
  fromHour: number
  hours: number
  byHour: { hour: number; outcome: Outcome; quantity: number }[]
  sums: (Omit<OutcomeSum, 'projectId'> & { projectSlug: string })[]
  keys: UsageKey[]
  limits: LimitState[]
}

const KEY_NAME_CHARS = 8
/** The use of each limit is counted from the outcomes of its window, so their number is bounded. */
const MOST_LIMITS = 50

export function createUsageReader({ db }: Store, clock: () => number): (scope: UsageScope) => Promise<Usage> {
  async function readLimits(projects: { id: number; slug: string }[], keys: KeyRow[]): Promise<LimitState[]> {
    const limits: LimitState[] = []
    for (const { id, slug } of projects) {
      const { rules } = (await getProjectSettings(db, id)).rateLimits
      for (const rule of rules) {
        const keyed = keys.filter((key) => key.projectId === id && key.isActive === 1)
        const senders = rule.scope === 'key' ? keyed : [undefined]
        for (const key of senders) {
          if (limits.length >= MOST_LIMITS) return limits
          limits.push(await limitState({ id, slug }, rule, key))
        }
      }
    }
    return limits
  }

  async function limitState(
    { id, slug }: { id: number; slug: string },
    rule: RateLimitRule,
    key: KeyRow | undefined,
  ): Promise<LimitState> {
    const { start } = windowAt(rule.per, clock())
    const sender = { projectId: id, keyId: key?.id ?? 0 }
    return {
      projectSlug: slug,
      per: rule.per,
      category: rule.category ?? null,
      keyName: key ? nameOf(key) : null,
      quantity: rule.quantity,
      taken: rule.per === 'minute' ? null : await countTaken(db, sender, rule, start),
    }
  }

  return async ({ project, isWithoutOwn = false, period }) => {
    const rows = await listProjectRows(db)
    const projects = rows.filter((row) => isAsked(row, { slug: project, isWithoutOwn }))
    const projectIds = projects.map(({ id }) => id)
    const beforeHour = Math.ceil(period.end / HOUR_MS)
    const fromHour = Math.floor(period.start / HOUR_MS)
    const hours = beforeHour - fromHour
    if (projectIds.length === 0) return { fromHour, hours, byHour: [], sums: [], keys: [], limits: [] }
    const asked = { projectIds, fromHour, beforeHour }
    const keys = await listKeyRows(db, projectIds)
    const [byHour, sums, limits] = await Promise.all([
      sumOutcomeHours(db, asked),
      sumOutcomes(db, asked),
      readLimits(projects, keys),
    ])
    const slugs = new Map(projects.map(({ id, slug }) => [id, slug]))
    return {
      fromHour,
      hours,
      byHour,
      sums: sums.map(({ projectId, ...sum }) => ({ ...sum, projectSlug: slugs.get(projectId) ?? '' })),
      keys: keys.map((key) => ({
        id: key.id,
        projectSlug: slugs.get(key.projectId) ?? '',
        name: nameOf(key),
        isActive: key.isActive === 1,
      })),
      limits,
    }
  }
}

type KeyRow = Awaited<ReturnType<typeof listKeyRows>>[number]

function nameOf({ publicKey }: KeyRow): string {
  return publicKey.slice(0, KEY_NAME_CHARS)
}
