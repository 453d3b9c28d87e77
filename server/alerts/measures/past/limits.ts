import type { Measured, MeasuredProject } from '#server/alerts/measures/measured.ts'
import { judgeQuota, listMonthlyLimits } from '#server/alerts/measures/quota.ts'
import { judgeRefused } from '#server/alerts/measures/refused.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import { startOfMonth } from '#server/protocol/windows.ts'
import { sumOutcomeGroups } from '#server/store/projects/outcome-hours.ts'
import { listTakenHours } from '#server/store/projects/outcomes.ts'
import { hoursOf, type PastMeasuring, type PastStep } from './replay.ts'

/** What was refused in each hour, and in the one before it. */
export async function listPastRefused(
  past: PastMeasuring,
  project: MeasuredProject,
): Promise<readonly PastStep[]> {
  const { db, threshold, firstHour, lastHour } = past
  const rows = await sumOutcomeGroups(db, {
    ...{ projectIds: [project.id], fromHour: firstHour - 1, beforeHour: lastHour + 1 },
    ...{ by: ['reason'], isByHour: true, only: { outcome: ['rate_limited'] } },
  })
  const byHour = Map.groupBy(rows, ({ hour }) => hour)
  const sumsOf = (hour: number) =>
    (byHour.get(hour) ?? []).map(({ by, quantity }) => ({
      reason: String(by.reason),
      quantity: Number(quantity),
    }))
  return hoursOf(past).map((hour) => {
    const measured = judgeRefused(threshold, project, [sumsOf(hour - 1), sumsOf(hour)])
    return { hour, all: measured === undefined ? [] : [measured] }
  })
}

/** How much of each of today's monthly limits was used by the end of each hour. */
export async function listPastQuota(
  past: PastMeasuring,
  project: MeasuredProject,
): Promise<readonly PastStep[]> {
  const { db, threshold } = past
  const byHour = new Map<number, Measured[]>(hoursOf(past).map((hour) => [hour, []]))
  const monthOf = (hour: number) => Math.floor(startOfMonth(hour * HOUR_MS) / HOUR_MS)
  for (const limit of await listMonthlyLimits(db, project.id)) {
    const since = monthOf(past.firstHour)
    const place = { projectId: project.id, keyId: limit.keyId }
    const rows = await listTakenHours(db, place, limit.rule, since * HOUR_MS)
    const taken = new Map(rows.map(({ hour, quantity }) => [hour, Number(quantity)]))
    let sum = 0
    for (let hour = since; hour <= past.lastHour; hour++) {
      if (monthOf(hour) === hour) sum = 0
      sum += taken.get(hour) ?? 0
      byHour.get(hour)?.push(judgeQuota(threshold, project, { ...limit, taken: sum }))
    }
  }
  return [...byHour].map(([hour, all]) => ({ hour, all }))
}
