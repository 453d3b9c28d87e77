import type { Transaction } from 'kysely'
import { beginTitle } from '#server/alerts/compose/words.ts'
import { isRecovery } from '#server/models/alerts/happenings.ts'
import type { Occurrence } from '#server/models/alerts/occurrences.ts'
import type { Rule } from '#server/models/alerts/rules.ts'
import { MINUTE_MS } from '#server/protocol/time.ts'
import { beginEscalations } from '#server/store/acknowledging/escalations.ts'
import { beginOccurrenceEscalations } from '#server/store/acknowledging/occurrence-escalations.ts'
import type { ChannelRow } from '#server/store/alerts/channels.ts'
import {
  addItems,
  type Flow,
  findCollecting,
  findWindow,
  insertCollecting,
  saveWindow,
} from '#server/store/alerts/collecting.ts'
import { addOccurrences } from '#server/store/alerts/occurrences/collected.ts'
import { findTold, noteTold, type ToldKey } from '#server/store/alerts/told.ts'
import type { ToldIssue } from '#server/store/alerts/told-issues.ts'
import { recordActivities } from '#server/store/issues/activity.ts'
import { isAnyHearingRules } from '#server/store/notifications/choices.ts'
import { insertNotices } from '#server/store/notifications/notices.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { dueIn, nextWindow } from './windows.ts'

export interface Moment {
  now: number
  /** Gives the key of each message. */
  newKey: () => string
}

/** What a rule tells of: an issue, or something else. */
export type Told = { projectId: number; projectName: string } & (
  | { issue: ToldIssue; occurrence?: never }
  | { issue?: never; occurrence: Occurrence }
)

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

/** Tells the channels of a rule, and people who hear rules, of this, except of what it told of lately. Gives what was told. */
export async function collect(
  trx: Transaction<Database>,
  { rule, channels, told, isSpared = () => false }: Collected,
  moment: Moment,
): Promise<readonly Told[]> {
  const fresh = await withoutTold(trx, rule, told, moment)
  if (fresh.length === 0) return []
  for (const [projectId, ofProject] of Map.groupBy(fresh, (one) => one.projectId)) {
    for (const { id: channelId } of channels) {
      const some = ofProject.filter((one) => !isSpared(channelId, one))
      if (some.length > 0)
        await collectFor(trx, { ruleId: rule.id, channelId, projectId }, { rule, told: some, moment })
    }
  }
  if (await isAnyHearingRules(trx)) await noteRule(trx, rule, { told: fresh, now: moment.now })
  if (channels.length === 0) return fresh
  const failures = fresh.flatMap(({ occurrence }) => occurrence ?? [])
  if (!isRecovery(rule.happening)) await beginOccurrenceEscalations(trx, rule.id, failures, moment.now)
  const issues = fresh.flatMap(({ issue }) => issue ?? [])
  if (issues.length === 0) return fresh
  const data = { rule: rule.name, channels: channels.map(({ name }) => name) }
  const lines = issues.map(({ id, projectId }) => ({
    projectId,
    issueId: id,
    entry: { kind: 'alerted' as const, data },
  }))
  await recordActivities(trx, lines, { actor: undefined, now: moment.now })
  await beginEscalations(trx, rule.id, issues, moment.now)
  return fresh
}

async function noteRule(
  trx: Transaction<Database>,
  { id: ruleId, urgency }: Rule,
  { told, now }: { told: readonly Told[]; now: number },
): Promise<void> {
  const isUrgent = urgency === 'urgent'
  await insertNotices(
    trx,
    told.map(({ projectId, issue, occurrence }) => ({
      ...{ projectId, issueId: issue?.id ?? 0, kind: 'rule' as const, activityId: null, actorId: null },
      ...{ ruleId, isUrgent, at: now, about: occurrence ?? null },
    })),
  )
}

function keyOf({ issue, occurrence }: Told): ToldKey {
  return issue === undefined ? occurrence.subject.id : issue.id
}

async function withoutTold(
  trx: Transaction<Database>,
  { id, coolDownMinutes }: Rule,
  told: readonly Told[],
  { now }: Moment,
): Promise<readonly Told[]> {
  if (coolDownMinutes === 0 || told.length === 0) return told
  const since = now - coolDownMinutes * MINUTE_MS
  const known = await findTold(trx, id, { keys: told.map(keyOf), since })
  const fresh = told.filter((one) => !known.has(keyOf(one)))
  await noteTold(trx, id, { keys: fresh.map(keyOf), now })
  return fresh
}

/** Puts it into the message that collects, or begins one. */
async function collectFor(
  trx: Transaction<Database>,
  flow: Flow,
  { rule, told, moment }: { rule: Rule; told: readonly Told[]; moment: Moment },
): Promise<void> {
  const { now, newKey } = moment
  const window = await findWindow(trx, flow)
  const { at, isAtOnce } = dueIn(window, now)
  const found = await findCollecting(trx, flow)
  const { happening } = rule
  const title = beginTitle(happening, told[0]?.projectName ?? '', told.length)
  const id =
    found ??
    (await insertCollecting(trx, { ...flow, key: newKey(), happening, title, createdAt: now, dueAt: at }))
  if (found === undefined && isAtOnce) await saveWindow(trx, flow, nextWindow(window, now, true))
  const issues = told.flatMap(({ issue }) => issue ?? [])
  await addItems(
    trx,
    id,
    issues.map((issue) => ({ issueId: issue.id, at: now })),
  )
  const occurrences = told.flatMap(({ occurrence }) => occurrence ?? [])
  await addOccurrences(trx, id, { occurrences, at: now })
}
