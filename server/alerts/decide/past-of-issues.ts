import type { Kysely } from 'kysely'
import type { Rule } from '#server/models/alerts/rules.ts'
import { DAY_MS, HOUR_MS } from '#server/protocol/time.ts'
import { listPast, listPastHours, type PastHappening } from '#server/store/alerts/past.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { isRising } from './is-rising.ts'

/** What happened to issues since a time that a rule tells of, the oldest first; counts are known by the hour. */
export async function listPastOfIssues(
  db: Kysely<Database>,
  { happening, threshold }: Pick<Rule, 'happening' | 'threshold'>,
  since: number,
): Promise<PastHappening[]> {
  if (happening === 'new' || happening === 'regressed' || happening === 'escalating')
    return listPast(db, happening, since)
  const hours = await listPastHours(db, happening === 'rising' ? since - 7 * DAY_MS : since)
  const byIssue = Map.groupBy(hours, ({ issueId }) => issueId)
  return hours.flatMap(({ issueId, projectId, hour, events, firstSeen }) => {
    const at = hour * HOUR_MS
    if (at < since) return []
    const ofIssue = new Map(byIssue.get(issueId)?.map((row) => [row.hour, row.events]))
    const before = Array.from({ length: 7 }, (_, day) => ofIssue.get(hour - 24 * (day + 1)) ?? 0)
    const isReached =
      happening === 'rising'
        ? at - firstSeen >= DAY_MS && isRising({ current: events, before })
        : sumOf(ofIssue, hour, threshold?.minutes ?? 60) >= (threshold?.count ?? 1)
    return isReached ? [{ issueId, projectId, at }] : []
  })
}

/** The events of an hour and those before it that the time has a part of. */
function sumOf(hours: ReadonlyMap<number, number>, last: number, minutes: number): number {
  const count = Math.max(1, Math.ceil(minutes / 60))
  return Array.from({ length: count }, (_, back) => hours.get(last - back) ?? 0).reduce(
    (sum, one) => sum + one,
    0,
  )
}
