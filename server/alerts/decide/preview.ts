import type { Kysely } from 'kysely'
import { listPastMeasured } from '#server/alerts/measures/past/list-past.ts'
import { listPastCertificates } from '#server/alerts/occurrences/certificates.ts'
import { listPastOccurrences, type PastOccurrence } from '#server/alerts/occurrences/past.ts'
import type { Occurrence } from '#server/models/alerts/occurrences.ts'
import type { NoPreview, Rule } from '#server/models/alerts/rules.ts'
import { DAY_MS, MINUTE_MS } from '#server/protocol/time.ts'
import type { IssueCondition } from '#server/search/dialects/issue-condition.ts'
import { parseIssueSearch } from '#server/search/dialects/issues.ts'
import { listQuietProjects } from '#server/store/alerts/quiet-projects.ts'
import { findMatching } from '#server/store/issues/search/matching-issues.ts'
import { listProjectRows } from '#server/store/projects/projects.ts'
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
  /** What is not known of the past. */
  note?: string
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
  const { past, note, unknown } = await listPastOf(db, rule, { isOf, now })
  if (unknown !== undefined) return { unknown }
  const own = past.filter(({ projectId }) => isOf(projectId))
  const told = withPauses(own, pauseOf(rule) * MINUTE_MS)
  const messages = [...Map.groupBy(told, ({ projectId }) => projectId).values()].flatMap((ofProject) =>
    simulate(ofProject.map(({ at }) => at)).map(({ at, members }) => ({
      at,
      keys: members.flatMap((member) => ofProject[member]?.key ?? []),
    })),
  )
  return { messages, latest: told.slice(-5).toReversed(), ...(note !== undefined && { note }) }
}

interface Past {
  past: PastTold[]
  note?: string
  /** Why nothing is known. */
  unknown?: string
}

interface Asked {
  isOf: (projectId: number) => boolean
  now: number
}

/** What happened in these days and the rule's search means. */
async function listPastOf(db: Kysely<Database>, rule: Rule, { isOf, now }: Asked): Promise<Past> {
  const since = now - PREVIEW_DAYS * DAY_MS
  const { happening, threshold } = rule
  switch (happening) {
    case 'new':
    case 'regressed':
    case 'escalating':
    case 'rising':
    case 'events':
    case 'users': {
      const read = parseIssueSearch(rule.search, { now })
      if ('error' in read) return { past: [] }
      const { condition } = read
      return { past: await matching(db, await listPastOfIssues(db, rule, since), { condition, now }) }
    }
    case 'monitor-failed':
    case 'monitor-recovered':
    case 'uptime-failed':
    case 'uptime-recovered':
      return toPast(rule, { past: await listPastOccurrences(db, happening, { since, now }) })
    case 'certificate-ends':
      return toPast(rule, await listPastCertificates(db, { since, now }))
    default: {
      const projects = (await listProjectRows(db)).filter(({ id }) => isOf(id))
      return toPast(
        rule,
        await listPastMeasured(db, { rule: { happening, threshold }, projects, since, now }),
      )
    }
  }
}

function toPast(
  rule: Rule,
  read: { past: readonly PastOccurrence[]; note?: string } | { unknown: string },
): Past {
  if ('unknown' in read) return { past: [], ...read }
  const { past, ...rest } = read
  const meant = past.filter((one) => isMeant(rule, one))
  const told = meant.map(({ at, ...occurrence }) => ({
    ...{ key: occurrence.subject.id, projectId: occurrence.projectId, at, occurrence },
  }))
  return { past: told, ...rest }
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
