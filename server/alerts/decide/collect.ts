import type { Transaction } from 'kysely'
import { beginTitle } from '#server/alerts/compose/words.ts'
import type { Rule } from '#server/models/alerts/rules.ts'
import { MINUTE_MS } from '#server/protocol/time.ts'
import { beginEscalations } from '#server/store/acknowledging/escalations.ts'
import type { ChannelRow } from '#server/store/alerts/channels.ts'
import {
  addItems,
  type Flow,
  findCollecting,
  findWindow,
  insertCollecting,
  saveWindow,
} from '#server/store/alerts/collecting.ts'
import { findTold, noteTold } from '#server/store/alerts/told.ts'
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

/** Tells the channels of a rule, and people who hear rules, of these issues, except of those that it told of lately. */
export async function collect(
  trx: Transaction<Database>,
  { rule, channels, issues }: { rule: Rule; channels: readonly ChannelRow[]; issues: readonly ToldIssue[] },
  moment: Moment,
): Promise<void> {
  const fresh = await withoutTold(trx, rule, issues, moment)
  if (fresh.length === 0) return
  for (const [projectId, ofProject] of Map.groupBy(fresh, (issue) => issue.projectId)) {
    for (const { id: channelId } of channels) {
      await collectFor(trx, { ruleId: rule.id, channelId, projectId }, { rule, issues: ofProject, moment })
    }
  }
  if (await isAnyHearingRules(trx)) await noteRule(trx, rule, { issues: fresh, now: moment.now })
  if (channels.length === 0) return
  const data = { rule: rule.name, channels: channels.map(({ name }) => name) }
  const lines = fresh.map(({ id, projectId }) => ({
    projectId,
    issueId: id,
    entry: { kind: 'alerted' as const, data },
  }))
  await recordActivities(trx, lines, { actor: undefined, now: moment.now })
  await beginEscalations(trx, rule.id, fresh, moment.now)
}

async function noteRule(
  trx: Transaction<Database>,
  { id: ruleId, urgency }: Rule,
  { issues, now }: { issues: readonly ToldIssue[]; now: number },
): Promise<void> {
  const isUrgent = urgency === 'urgent'
  await insertNotices(
    trx,
    issues.map(({ id: issueId, projectId }) => ({
      ...{ projectId, issueId, kind: 'rule' as const, activityId: null, actorId: null },
      ...{ ruleId, isUrgent, at: now },
    })),
  )
}

async function withoutTold(
  trx: Transaction<Database>,
  { id, coolDownMinutes }: Rule,
  issues: readonly ToldIssue[],
  { now }: Moment,
): Promise<readonly ToldIssue[]> {
  if (coolDownMinutes === 0) return issues
  const ids = issues.map((issue) => issue.id)
  const told = await findTold(trx, id, { issueIds: ids, since: now - coolDownMinutes * MINUTE_MS })
  const fresh = issues.filter((issue) => !told.has(issue.id))
  await noteTold(trx, id, { issueIds: fresh.map((issue) => issue.id), now })
  return fresh
}

/** Puts the issues into the message that collects, or begins one. */
async function collectFor(
  trx: Transaction<Database>,
  flow: Flow,
  { rule, issues, moment }: { rule: Rule; issues: readonly ToldIssue[]; moment: Moment },
): Promise<void> {
  const { now, newKey } = moment
  const window = await findWindow(trx, flow)
  const { at, isAtOnce } = dueIn(window, now)
  const found = await findCollecting(trx, flow)
  const { happening } = rule
  const title = beginTitle(happening, issues[0]?.projectName ?? '', issues.length)
  const id =
    found ??
    (await insertCollecting(trx, { ...flow, key: newKey(), happening, title, createdAt: now, dueAt: at }))
  if (found === undefined && isAtOnce) await saveWindow(trx, flow, nextWindow(window, now, true))
  await addItems(
    trx,
    id,
    issues.map((issue) => ({ issueId: issue.id, at: now })),
  )
}
