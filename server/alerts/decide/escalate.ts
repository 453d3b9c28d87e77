import type { Transaction } from 'kysely'
import { compose } from '#server/alerts/compose/compose.ts'
import { type LatestEvents, readLatestEvents } from '#server/alerts/compose/latest-events.ts'
import { sayNobody, sayUnacknowledged } from '#server/alerts/compose/words.ts'
import { messagesAnHour } from '#server/models/alerts/channels.ts'
import type { Escalation } from '#server/models/alerts/escalation.ts'
import type { Rule } from '#server/models/alerts/rules.ts'
import { HOUR_MS, MINUTE_MS } from '#server/protocol/time.ts'
import {
  continueEscalations,
  type DueEscalation,
  endEscalations,
  findEscalation,
  insertEscalationMessage,
  listDueEscalations,
  listUncared,
} from '#server/store/acknowledging/escalations.ts'
import { findChannel } from '#server/store/alerts/channels.ts'
import { addItems, countSince } from '#server/store/alerts/collecting.ts'
import { listMutes } from '#server/store/alerts/mutes.ts'
import { findRule } from '#server/store/alerts/rules.ts'
import { listByIds, type ToldIssue } from '#server/store/alerts/told-issues.ts'
import { recordActivities } from '#server/store/issues/activity.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { WITHHELD } from './close.ts'

export interface EscalationMoment {
  now: number
  newKey: () => string
  publicUrl: string
}

const SLICE = 500
const MOST_SHOWN = 5

/**
 * Tells the next channel of issues that nobody has acknowledged, by the clock. Whatever is due is taken, told and put off in one
 * transaction, so that each step is told once. True while there may be more.
 */
export async function escalateSlice(trx: Transaction<Database>, moment: EscalationMoment): Promise<boolean> {
  const due = await listDueEscalations(trx, moment.now, SLICE)
  const uncared = await listUncared(
    trx,
    due.map(({ issueId }) => issueId),
  )
  await endEscalations(
    trx,
    due.flatMap(({ id, issueId }) => (uncared.has(issueId) ? [] : [id])),
  )
  const left = due.filter(({ issueId }) => uncared.has(issueId))
  const flows = Map.groupBy(left, ({ ruleId, steps, projectId }) => `${ruleId} ${steps} ${projectId}`)
  for (const [first, ...others] of flows.values()) if (first) await step(trx, [first, ...others], moment)
  return due.length === SLICE
}

/** Issues of one rule and project that are at the same step. */
type Waiting = readonly [DueEscalation, ...DueEscalation[]]

async function step(trx: Transaction<Database>, waiting: Waiting, moment: EscalationMoment): Promise<void> {
  const [{ ruleId, projectId, steps }] = waiting
  const { now } = moment
  const ids = waiting.map(({ id }) => id)
  const [rule, plan] = [await findRule(trx, ruleId), await findEscalation(trx, ruleId)]
  if (rule === undefined || plan === undefined || !rule.isEnabled) return endEscalations(trx, ids)
  const dueAt = now + plan.afterMinutes * MINUTE_MS
  const mutes = await listMutes(trx, now)
  const isMuted = mutes.some((mute) => mute.projectId === null || mute.projectId === projectId)
  // While somebody wants silence, the same step waits once more.
  if (isMuted || (rule.mutedUntil ?? 0) > now) return continueEscalations(trx, ids, { steps, dueAt })
  await tell(trx, waiting, { rule, plan, moment })
  const isLast = steps + 1 >= plan.channelIds.length * (1 + plan.repeats)
  if (isLast) await endEscalations(trx, ids)
  else await continueEscalations(trx, ids, { steps: steps + 1, dueAt })
}

async function tell(
  trx: Transaction<Database>,
  waiting: Waiting,
  { rule, plan, moment }: { rule: Rule; plan: Escalation; moment: EscalationMoment },
): Promise<void> {
  const { now, newKey, publicUrl } = moment
  const [{ projectId, steps }] = waiting
  const channel = await findChannel(trx, plan.channelIds[steps % plan.channelIds.length] ?? 0)
  const [first, ...others] = await readIssues(trx, waiting)
  if (channel === undefined || !channel.isEnabled || first === undefined) return // the next step is told later
  const waited = Math.round((now - Math.min(...waiting.map(({ startedAt }) => startedAt))) / MINUTE_MS)
  const issues: [ToldIssue, ...ToldIssue[]] = [first, ...others.slice(0, MOST_SHOWN - 1)]
  const latest: LatestEvents = new Map()
  await readLatestEvents(
    trx,
    issues.map(({ id }) => id),
    { known: latest, publicUrl },
  )
  const { id: ruleId, name, happening, urgency } = rule
  const told = { key: newKey(), happening, urgency, rule: { id: ruleId, name }, at: now }
  const message = compose(
    { ...told, issues, latest, count: waiting.length, note: sayNobody(waited) },
    publicUrl,
  )
  const content = { ...message, title: sayUnacknowledged(message.title) }
  const limit = messagesAnHour(channel.kind)
  const isFull = (await countSince(trx, channel.id, now - HOUR_MS)) > limit
  const id = await insertEscalationMessage(
    trx,
    { projectId, channelId: channel.id, ruleId, step: steps + 1, content },
    { now, withheld: isFull ? WITHHELD : undefined },
  )
  await addItems(
    trx,
    id,
    waiting.map(({ issueId }) => ({ issueId, at: now })),
  )
  const entry = { kind: 'alerted' as const, data: { rule: name, channels: [channel.name], step: steps + 1 } }
  const lines = waiting.map(({ issueId }) => ({ projectId, issueId, entry }))
  await recordActivities(trx, lines, { actor: undefined, now })
}

/** The largest first. */
async function readIssues(trx: Transaction<Database>, waiting: Waiting): Promise<ToldIssue[]> {
  const issues = await listByIds(
    trx,
    waiting.map(({ issueId }) => issueId),
  )
  return issues.toSorted((one, other) => other.events - one.events || one.id - other.id)
}
