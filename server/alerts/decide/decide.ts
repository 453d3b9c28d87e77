import type { Kysely, Transaction } from 'kysely'
import type { Happening } from '#server/models/alerts/happenings.ts'
import { RULE_HAPPENINGS, type Rule, type RuleHappening } from '#server/models/alerts/rules.ts'
import { parseIssueSearch } from '#server/search/dialects/issues.ts'
import { type ChannelRow, listChannels } from '#server/store/alerts/channels.ts'
import { type HappeningRow, takeHappenings } from '#server/store/alerts/happenings.ts'
import { listMutes } from '#server/store/alerts/mutes.ts'
import { listQuietProjects } from '#server/store/alerts/quiet-projects.ts'
import { listRules } from '#server/store/alerts/rules.ts'
import { listOpen, type ToldIssue } from '#server/store/alerts/told-issues.ts'
import { findMatching } from '#server/store/issues/search/matching-issues.ts'
import { isAnyHearingRules } from '#server/store/notifications/choices.ts'
import { insertNotices } from '#server/store/notifications/notices.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { collect, toldOf } from './collect.ts'
import type { Moment } from './collect-flows.ts'
import { inEnvironment } from './match-environment.ts'

/** So many are decided in one transaction. */
const SLICE = 500

/** Decides who hears of the oldest happenings that are due. True while there may be more. */
export async function decideSlice(trx: Transaction<Database>, moment: Moment): Promise<boolean> {
  const happenings = await takeHappenings(trx, moment.now, SLICE)
  if (happenings.length === 0) return false
  await noteForFollowers(trx, happenings)
  const rules = await listActive(trx, moment.now, ofRules(happenings.map(({ kind }) => kind)))
  if (rules.length > 0) {
    const issues = await listOpen(trx, [...new Set(happenings.map(({ issueId }) => issueId))])
    const byId = new Map(issues.map((issue) => [issue.id, issue]))
    const matching: Matching = new Map()
    const asked = []
    for (const { rule, channels, isMuted, isOf } of rules) {
      const own = happenings.filter(({ projectId }) => isOf(projectId))
      const found = await findFor(trx, rule, own, { byId, matching, now: moment.now })
      const told = found.filter((issue) => !isMuted(issue)).map(toldOf)
      asked.push({ rule, channels, told })
    }
    await collect(trx, asked, moment)
  }
  return happenings.length === SLICE
}

/** Whoever has such an issue, or follows it, hears of it. */
async function noteForFollowers(
  trx: Transaction<Database>,
  happenings: readonly HappeningRow[],
): Promise<void> {
  const notices = happenings.flatMap(({ projectId, issueId, kind, at }) => {
    if (kind !== 'regressed' && kind !== 'escalating') return []
    return [{ projectId, issueId, kind, activityId: null, actorId: null, ruleId: null, isUrgent: false, at }]
  })
  await insertNotices(trx, notices)
}

/** A rule that can tell somebody of something now: channels, or people by themselves. */
export interface ActiveRule {
  rule: Rule
  channels: readonly ChannelRow[]
  isMuted: (of: { projectId: number }) => boolean
  /** Whether it is about a project. */
  isOf: (projectId: number) => boolean
}

/** Those of these that a rule can be made for, each once. */
export function ofRules(happenings: readonly Happening[]): RuleHappening[] {
  const wanted = new Set(happenings)
  return RULE_HAPPENINGS.filter((happening) => wanted.has(happening))
}

/** Lists the rules of these happenings that can tell somebody of something now. */
export async function listActive(
  db: Kysely<Database>,
  now: number,
  happenings: readonly RuleHappening[],
): Promise<ActiveRule[]> {
  if (happenings.length === 0) return []

  const channels = (await listChannels(db)).filter(({ isEnabled }) => isEnabled)
  const isHeard = await isAnyHearingRules(db)
  if (channels.length === 0 && !isHeard) return []
  const mutes = await listMutes(db, now)
  if (mutes.some(({ projectId }) => projectId === null)) return []
  const muted = new Set(mutes.map(({ projectId }) => projectId))
  const isMuted = ({ projectId }: { projectId: number }) => muted.has(projectId)
  const [rules, quiet] = await Promise.all([listRules(db, happenings), listQuietProjects(db)])
  return rules.flatMap((rule) => {
    const { isEnabled, mutedUntil, channelIds } = rule
    const own = channelIds === null ? channels : channels.filter(({ id }) => channelIds.includes(id))
    const isActive = isEnabled && (mutedUntil === null || mutedUntil <= now) && (own.length > 0 || isHeard)
    return isActive ? [{ rule, channels: own, isMuted, isOf: isOfRule(rule, quiet) }] : []
  })
}

/** What was found in this slice: rules ask for the same of the same issues, and each answer is a statement of its own. */
type Matching = Map<string, readonly number[]>

/** Finds the issues that a rule tells of, each once. */
async function findFor(
  trx: Transaction<Database>,
  rule: Rule,
  happenings: readonly HappeningRow[],
  { byId, matching, now }: { byId: ReadonlyMap<number, ToldIssue>; matching: Matching; now: number },
): Promise<ToldIssue[]> {
  const ofKind = happenings.filter(({ kind, issueId }) => kind === rule.happening && byId.has(issueId))
  const found = new Map<number, ToldIssue>()
  for (const [environment, some] of Map.groupBy(ofKind, (happening) => happening.environment)) {
    const ids = some.map(({ issueId }) => issueId)
    const asked = JSON.stringify([rule.search, environment, ids])
    const matched = matching.get(asked) ?? (await findMatchingRule(trx, rule, { ids, environment, now }))
    matching.set(asked, matched)
    for (const id of matched) {
      const issue = byId.get(id)
      if (issue) found.set(id, issue)
    }
  }
  return [...found.values()]
}

/** A rule for all projects is about those of users: whoever wants to hear of the desk's own, or of the demo, names them. */
export function isOfRule(
  { projectId: wanted }: Pick<Rule, 'projectId'>,
  quiet: ReadonlySet<number>,
): (projectId: number) => boolean {
  return (projectId) => (wanted === null ? !quiet.has(projectId) : wanted === projectId)
}

/** Finds those of these issues that a rule's search means, as to what happened in an environment. */
async function findMatchingRule(
  trx: Transaction<Database>,
  { search }: Rule,
  { ids, environment, now }: { ids: readonly number[]; environment: string | null; now: number },
): Promise<readonly number[]> {
  const read = parseIssueSearch(search, { now })
  if ('error' in read) return [] // it was read when the rule was saved; another version may read it otherwise
  const condition = inEnvironment(read.condition, environment)
  if (condition.kind === 'all' && condition.of.length === 0) return ids
  return [...(await findMatching(trx, { ids, condition, now }))]
}
