import type { Kysely } from 'kysely'
import { listPastOccurrences } from '#server/alerts/occurrences/past.ts'
import type { Occurrence } from '#server/models/alerts/occurrences.ts'
import type { NoPreview, OccurrenceHappening, Rule } from '#server/models/alerts/rules.ts'
import { DAY_MS, MINUTE_MS } from '#server/protocol/time.ts'
import type { IssueCondition } from '#server/search/dialects/issue-condition.ts'
import { parseIssueSearch } from '#server/search/dialects/issues.ts'
import { listQuietProjects } from '#server/store/alerts/quiet-projects.ts'
import { findMatching } from '#server/store/issues/search/matching-issues.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { isOfRule } from './decide.ts'
import { listPastOfIssues } from './past-of-issues.ts'
import { isMeant } from './tell.ts'
import { simulate } from './windows.ts'

export const PREVIEW_DAYS = 14

/** Something that a rule would have told of. */
export interface PastTold {
  /** Of the issue, or of what else it happened to. */
  key: number | string
  projectId: number
  at: number
  occurrence?: Occurrence
}

export interface Preview {
  messages: { at: number; keys: PastTold['key'][] }[]
  /** The latest first. */
  latest: PastTold[]
}

/**
 * What a rule would have sent to each of its channels: by the same windows, and the same pause for each issue. Counts are
 * known by the hour, so thresholds are approximate.
 */
export async function previewRule(
  db: Kysely<Database>,
  { rule, now }: { rule: Rule; now: number },
): Promise<Preview | NoPreview> {
  const isOf = isOfRule(rule, await listQuietProjects(db))
  const past = await listPastOf(db, rule, now)
  if ('unknown' in past) return past
  const own = past.filter(({ projectId }) => isOf(projectId))
  const told = withPauses(own, pauseOf(rule) * MINUTE_MS)
  const messages = [...Map.groupBy(told, ({ projectId }) => projectId).values()].flatMap((ofProject) =>
    simulate(ofProject.map(({ at }) => at)).map(({ at, members }) => ({
      at,
      keys: members.flatMap((member) => ofProject[member]?.key ?? []),
    })),
  )
  return { messages, latest: told.slice(-5).toReversed() }
}

/** What happened in these days and the rule's search means. */
async function listPastOf(db: Kysely<Database>, rule: Rule, now: number): Promise<PastTold[] | NoPreview> {
  const since = now - PREVIEW_DAYS * DAY_MS
  const { happening } = rule
  switch (happening) {
    case 'new':
    case 'regressed':
    case 'escalating':
    case 'rising':
    case 'events':
    case 'users': {
      const read = parseIssueSearch(rule.search, { now })
      if ('error' in read) return []
      return matching(db, await listPastOfIssues(db, rule, since), { condition: read.condition, now })
    }
    default:
      return listMeant(db, rule, { happening, since, now })
  }
}

async function listMeant(
  db: Kysely<Database>,
  rule: Rule,
  { happening, since, now }: { happening: OccurrenceHappening; since: number; now: number },
): Promise<PastTold[] | NoPreview> {
  const past = await listPastOccurrences(db, happening, { since, now })
  if ('unknown' in past) return past
  return past
    .filter((one) => isMeant(rule, one))
    .map(({ at, ...occurrence }) => ({
      ...{ key: occurrence.subject.id, projectId: occurrence.projectId, at, occurrence },
    }))
}

async function matching(
  db: Kysely<Database>,
  past: readonly { issueId: number; projectId: number; at: number }[],
  { condition, now }: { condition: IssueCondition; now: number },
): Promise<PastTold[]> {
  const ids = [...new Set(past.map(({ issueId }) => issueId))]
  const found = await findMatching(db, { ids, condition, now })
  return past
    .filter(({ issueId }) => found.has(issueId))
    .map(({ issueId, projectId, at }) => ({ key: issueId, projectId, at }))
}

function pauseOf({ happening, coolDownMinutes }: Rule): number {
  const isCounted = happening === 'events' || happening === 'users' || happening === 'rising'
  return isCounted ? Math.max(coolDownMinutes, 60) : coolDownMinutes
}

function withPauses(past: readonly PastTold[], pauseMs: number): PastTold[] {
  if (pauseMs === 0) return [...past]
  const last = new Map<PastTold['key'], number>()
  return past.filter(({ key, at }) => {
    const before = last.get(key)
    if (before !== undefined && at - before < pauseMs) return false
    last.set(key, at)
    return true
  })
}
