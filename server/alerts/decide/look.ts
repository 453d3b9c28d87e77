import type { Kysely } from 'kysely'
import type { Rule } from '#server/models/alerts/rules.ts'
import { DAY_MS, MINUTE_MS } from '#server/protocol/time.ts'
import { testsOf } from '#server/search/condition.ts'
import { parseIssueSearch } from '#server/search/dialects/issues.ts'
import {
  countRecentEvents,
  countRecentUsers,
  listSeenSince,
  readSameHours,
} from '#server/store/alerts/recent-counts.ts'
import { listOpen } from '#server/store/alerts/told-issues.ts'
import type { Store } from '#server/store/engine/store.ts'
import { findMatching } from '#server/store/issues/search/matching-issues.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { collect, toldOf } from './collect.ts'
import type { Moment } from './collect-flows.ts'
import { listActive } from './decide.ts'
import { isRising } from './is-rising.ts'

/** How often counts are looked at. */
export const LOOK_EVERY_MS = MINUTE_MS
/** A look that came late still sees what happened since the one before it. */
const SEEN_WITHIN_MS = 3 * MINUTE_MS
const MOST_ISSUES = 500
/** A count stays high for a while: an issue is told of once in an hour, whatever its rule says. */
const LEAST_COOL_DOWN_MINUTES = 60
/** Issues that began lately are told of as new. */
const LEAST_AGE_MS = DAY_MS

/** Up to so many, the users of an issue are counted exactly. */
const EXACT_USERS = 1_000

type SeenIssue = Awaited<ReturnType<typeof listSeenSince>>[number]

/** Tells of issues whose counts are what rules wait for: no event says that by itself. */
export async function lookAtCounts(store: Pick<Store, 'db' | 'writeInTurn'>, moment: Moment): Promise<void> {
  const found = await findReached(store.db, moment.now)
  if (found.length === 0) return
  await store.writeInTurn((trx) => collect(trx, found, moment), 'alerts')
}

async function findReached(db: Kysely<Database>, now: number) {
  const rules = await listActive(db, now, ['events', 'users', 'rising'])
  if (rules.length === 0) return []
  const seen = await listSeenSince(db, now - SEEN_WITHIN_MS, MOST_ISSUES)
  const counts: Counts = { counted: new Map(), rising: new Map(), matching: new Map() }
  const reachedBy = []
  for (const active of rules) {
    const own = seen.filter(({ projectId }) => active.isOf(projectId))
    const reached = await filterReached(db, active.rule, { issues: own, now, counts })
    if (reached.size > 0) reachedBy.push({ ...active, reached })
  }
  if (reachedBy.length === 0) return []
  const open = await listOpen(db, [...new Set(reachedBy.flatMap(({ reached }) => [...reached]))])
  return reachedBy.flatMap(({ rule, channels, isMuted, reached }) => {
    const issues = open.filter((issue) => reached.has(issue.id) && !isMuted(issue))
    const coolDownMinutes = Math.max(rule.coolDownMinutes, LEAST_COOL_DOWN_MINUTES)
    if (issues.length === 0) return []
    return [{ rule: { ...rule, coolDownMinutes }, channels, told: issues.map(toldOf) }]
  })
}

/** Answers that rules of one look share, because each of them reads events. */
interface Counts {
  counted: Map<string, number>
  /** Says for each issue, by its id, whether it is rising. */
  rising: Map<number, boolean>
  /** Ids of the issues that a search matches, by the search and the issues that were searched. */
  matching: Map<string, ReadonlySet<number>>
}

async function filterReached(
  db: Kysely<Database>,
  rule: Rule,
  { issues, now, counts }: { issues: readonly SeenIssue[]; now: number; counts: Counts },
): Promise<Set<number>> {
  const read = parseIssueSearch(rule.search, { now })
  const reached = new Set<number>()
  if ('error' in read) return reached
  const ids = issues.map(({ id }) => id)
  const asked = JSON.stringify([rule.search, ids])
  const matching =
    counts.matching.get(asked) ?? (await findMatching(db, { ids, condition: read.condition, now }))
  counts.matching.set(asked, matching)
  const environment = environmentOf(rule, now)
  for (const issue of issues) {
    if (matching.has(issue.id) && (await hasReached(db, rule, { issue, environment, now, counts })))
      reached.add(issue.id)
  }
  return reached
}

async function hasReached(
  db: Kysely<Database>,
  { happening, threshold }: Rule,
  asked: { issue: SeenIssue; environment: string | undefined; now: number; counts: Counts },
): Promise<boolean> {
  const { issue, environment, now, counts } = asked
  if (happening === 'rising') {
    if (now - issue.firstSeen < LEAST_AGE_MS) return false
    const rises = counts.rising.get(issue.id) ?? isRising(await readSameHours(db, issue, now))
    counts.rising.set(issue.id, rises)
    return rises
  }
  if (threshold === null || issue.events < threshold.count) return false
  // To find too few users, all events of the time are read, which are many where one user has a failure again and again.
  const isOfUsers = happening === 'users'
  const mostUsers = issue.users < EXACT_USERS ? issue.users : 2 * issue.users
  if (isOfUsers && mostUsers < threshold.count) return false
  const since = now - threshold.minutes * MINUTE_MS
  const counted = { issueId: issue.id, since, environment, most: threshold.count }
  const key = JSON.stringify([isOfUsers, counted])
  const count =
    counts.counted.get(key) ?? (await (isOfUsers ? countRecentUsers : countRecentEvents)(db, counted))
  counts.counted.set(key, count)
  return count >= threshold.count
}

/** The one environment that a search names: only what happened there is counted. */
function environmentOf({ search }: Rule, now: number): string | undefined {
  const read = parseIssueSearch(search, { now })
  if ('error' in read) return undefined
  const { condition } = read
  const parts = condition.kind === 'all' ? condition.of : [condition]
  const named = parts.flatMap((part) =>
    part.kind === 'tag' && part.key === 'environment' && part.pattern.length === 1 ? part.pattern : [],
  )
  return named.length === 1 && testsOf(condition).length > 0 ? named[0] : undefined
}
