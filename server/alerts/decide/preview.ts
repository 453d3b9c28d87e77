import type { Kysely } from 'kysely'
import type { Rule } from '#server/models/alerts/rules.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/protocol/time.ts'
import type { IssueCondition } from '#server/search/dialects/issue-condition.ts'
import { listPast, listPastHours, type PastHappening } from '#server/store/alerts/past.ts'
import { listQuietProjects } from '#server/store/alerts/quiet-projects.ts'
import { findMatching } from '#server/store/issues/search/matching-issues.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { isOfRule } from './decide.ts'
import { isRising } from './is-rising.ts'
import { simulate } from './windows.ts'

export const PREVIEW_DAYS = 14

export interface Preview {
  messages: { at: number; issueIds: number[] }[]
  /** The latest first. */
  latest: { issueId: number; at: number }[]
}

/**
 * What a rule would have sent to each of its channels: by the same windows, and the same pause for each issue. Counts are
 * known by the hour, so thresholds are approximate.
 */
export async function previewRule(
  db: Kysely<Database>,
  { rule, condition, now }: { rule: Rule; condition: IssueCondition; now: number },
): Promise<Preview> {
  const past = await listOfRule(db, rule, now - PREVIEW_DAYS * DAY_MS)
  const isOf = isOfRule(rule, await listQuietProjects(db))
  const own = past.filter(({ projectId }) => isOf(projectId))
  const ids = [...new Set(own.map(({ issueId }) => issueId))]
  const matching = await findMatching(db, { ids, condition, now })
  const told = withPauses(
    own.filter(({ issueId }) => matching.has(issueId)),
    pauseOf(rule) * MINUTE_MS,
  )
  const messages = [...Map.groupBy(told, ({ projectId }) => projectId).values()].flatMap((ofProject) =>
    simulate(ofProject.map(({ at }) => at)).map(({ at, members }) => ({
      at,
      issueIds: members.flatMap((member) => ofProject[member]?.issueId ?? []),
    })),
  )
  return { messages, latest: told.slice(-5).toReversed() }
}

function pauseOf({ happening, coolDownMinutes }: Rule): number {
  const isCounted = happening === 'events' || happening === 'users' || happening === 'rising'
  return isCounted ? Math.max(coolDownMinutes, 60) : coolDownMinutes
}

async function listOfRule(
  db: Kysely<Database>,
  { happening, threshold }: Rule,
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

function withPauses(past: readonly PastHappening[], pauseMs: number): PastHappening[] {
  if (pauseMs === 0) return [...past]
  const last = new Map<number, number>()
  return past.filter(({ issueId, at }) => {
    const before = last.get(issueId)
    if (before !== undefined && at - before < pauseMs) return false
    last.set(issueId, at)
    return true
  })
}
