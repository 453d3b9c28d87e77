import type { Transaction } from 'kysely'
import { isRecovery } from '#server/models/alerts/happenings.ts'
import type { Rule } from '#server/models/alerts/rules.ts'
import { MINUTE_MS } from '#server/protocol/time.ts'
import { beginEscalations, findPlans } from '#server/store/acknowledging/escalations.ts'
import { beginOccurrenceEscalations } from '#server/store/acknowledging/occurrence-escalations.ts'
import type { ChannelRow } from '#server/store/alerts/channels.ts'
import { findTold, noteTold, type ToldKey } from '#server/store/alerts/told.ts'
import type { ToldIssue } from '#server/store/alerts/told-issues.ts'
import { recordActivities } from '#server/store/issues/activity.ts'
import { isAnyHearingRules } from '#server/store/notifications/choices.ts'
import { insertNotices } from '#server/store/notifications/notices.ts'
import { inParts } from '#server/store/rows/in-parts.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { collectFlows, type Moment, type Told, type ToldFlow } from './collect-flows.ts'

export function toldOf(issue: ToldIssue): Told {
  return { projectId: issue.projectId, projectName: issue.projectName, issue }
}

interface Collected {
  rule: Rule
  channels: readonly ChannelRow[]
  told: readonly Told[]
  /** Whether a channel needs to hear nothing: it has not been told of the opposite yet. */
  isSpared?: (channelId: number, told: Told) => boolean
}

/**
 * Tells the channels of rules, and people who hear rules, of this, except of what each rule told of lately. Gives what each of
 * them told, in the same order. Each rule is there once: what they share is read once, and what they write is written together.
 */
export async function collect(
  trx: Transaction<Database>,
  asked: readonly Collected[],
  moment: Moment,
): Promise<(readonly Told[])[]> {
  const all = await withoutTold(trx, asked, moment)
  const fresh = all.filter(({ told }) => told.length > 0)
  if (fresh.length > 0) {
    await collectFlows(trx, fresh.flatMap(flowsOf), moment)
    if (await isAnyHearingRules(trx)) await noteRules(trx, fresh, moment.now)
    const ofChannels = fresh.filter(({ channels }) => channels.length > 0)
    if (ofChannels.length > 0) await noteTelling(trx, ofChannels, moment.now)
  }
  return all.map(({ told }) => told)
}

function flowsOf({ rule, channels, told, isSpared = () => false }: Collected): ToldFlow[] {
  const { id: ruleId, happening } = rule
  return [...Map.groupBy(told, (one) => one.projectId)].flatMap(([projectId, ofProject]) =>
    channels.flatMap(({ id: channelId }) => {
      const some = ofProject.filter((one) => !isSpared(channelId, one))
      return some.length === 0 ? [] : [{ ruleId, channelId, projectId, happening, told: some }]
    }),
  )
}

/** Adds notices for the people who subscribe to alert rules; they are notified separately from channels. */
async function noteRules(trx: Transaction<Database>, fresh: readonly Collected[], at: number): Promise<void> {
  const notices = fresh.flatMap(({ rule: { id: ruleId, urgency }, told }) =>
    told.map(({ projectId, issue, occurrence }) => ({
      ...{ projectId, issueId: issue?.id ?? 0, kind: 'rule' as const, activityId: null, actorId: null },
      ...{ ruleId, isUrgent: urgency === 'urgent', at, about: occurrence ?? null },
    })),
  )
  for (const part of inParts(notices)) await insertNotices(trx, part)
}

/** Notes in the history of issues who is told, and begins to wait for somebody who acknowledges what is told. */
async function noteTelling(
  trx: Transaction<Database>,
  fresh: readonly Collected[],
  now: number,
): Promise<void> {
  const plans = await findPlans(
    trx,
    fresh.map(({ rule }) => rule.id),
  )
  const failures = fresh.flatMap(({ rule: { id: ruleId, happening }, told }) =>
    isRecovery(happening)
      ? []
      : [{ ruleId, occurrences: told.flatMap(({ occurrence }) => occurrence ?? []) }],
  )
  await beginOccurrenceEscalations(trx, failures, { plans, now })
  const lines = fresh.flatMap(({ rule, channels, told }) => {
    const data = { rule: rule.name, channels: channels.map(({ name }) => name) }
    const entry = { kind: 'alerted' as const, data }
    return told.flatMap(({ issue }) =>
      issue ? [{ projectId: issue.projectId, issueId: issue.id, entry }] : [],
    )
  })
  for (const part of inParts(lines)) await recordActivities(trx, part, { actor: undefined, now })
  const issues = fresh.map(({ rule, told }) => ({
    ruleId: rule.id,
    issues: told.flatMap(({ issue }) => issue ?? []),
  }))
  await beginEscalations(trx, issues, { plans, now })
}

function keyOf({ issue, occurrence }: Told): ToldKey {
  return issue === undefined ? occurrence.subject.id : issue.id
}

/** Leaves out what each rule told of lately, and notes that it tells of the rest. */
async function withoutTold(
  trx: Transaction<Database>,
  asked: readonly Collected[],
  { now }: Moment,
): Promise<readonly Collected[]> {
  const cooling = asked.filter(({ rule, told }) => rule.coolDownMinutes > 0 && told.length > 0)
  if (cooling.length === 0) return asked
  const known = await findTold(
    trx,
    cooling.map(({ rule: { id: ruleId, coolDownMinutes }, told }) => ({
      ...{ ruleId, keys: told.map(keyOf), since: now - coolDownMinutes * MINUTE_MS },
    })),
  )
  const isFresh = ({ id }: Rule, one: Told) => known.get(id)?.has(keyOf(one)) !== true
  const all = asked.map((one) => ({ ...one, told: one.told.filter((told) => isFresh(one.rule, told)) }))
  const noted = all.flatMap(({ rule: { id: ruleId }, told }) =>
    known.has(ruleId) ? [{ ruleId, keys: told.map(keyOf) }] : [],
  )
  await noteTold(trx, noted, now)
  return all
}
