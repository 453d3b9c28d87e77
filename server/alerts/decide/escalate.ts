import type { Kysely, Transaction } from 'kysely'
import { sayNobody, sayUnacknowledged } from '#server/alerts/compose/words.ts'
import { messagesAnHour } from '#server/models/alerts/channels.ts'
import type { Escalation } from '#server/models/alerts/escalation.ts'
import type { Rule } from '#server/models/alerts/rules.ts'
import { HOUR_MS, MINUTE_MS } from '#server/protocol/time.ts'
import {
  continueEscalations,
  endEscalations,
  findEscalation,
  insertEscalationMessage,
  isAnyEscalationDue,
} from '#server/store/acknowledging/escalations.ts'
import { findChannel } from '#server/store/alerts/channels.ts'
import { countSince } from '#server/store/alerts/collecting.ts'
import { listMutes } from '#server/store/alerts/mutes.ts'
import { findRule } from '#server/store/alerts/rules.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { WITHHELD } from './close.ts'
import { type Escalating, ISSUES, OCCURRENCES, type Waiting } from './escalating.ts'

export interface EscalationMoment {
  now: number
  newKey: () => string
  publicUrl: string
}

const SLICE = 500

export async function isAnyStepDue(db: Kysely<Database>, now: number): Promise<boolean> {
  return (
    (await isAnyEscalationDue(db, 'escalation', now)) || isAnyEscalationDue(db, 'occurrence_escalation', now)
  )
}

/**
 * Tells the next channel of what nobody has acknowledged, by the clock. Whatever is due is taken, told and put off in one
 * transaction, so that each step is told once. True while there may be more.
 */
export async function escalateSlice(trx: Transaction<Database>, moment: EscalationMoment): Promise<boolean> {
  const hasIssues = await escalate(trx, ISSUES, moment)
  const hasOthers = await escalate(trx, OCCURRENCES, moment)
  return hasIssues || hasOthers
}

/** What a row that waits says, whatever it is about. */
interface Due {
  id: number
  ruleId: number
  projectId: number
  startedAt: number
  steps: number
}

async function escalate<Row extends Due>(
  trx: Transaction<Database>,
  kind: Escalating<Row>,
  moment: EscalationMoment,
): Promise<boolean> {
  const due = await kind.listDue(trx, moment.now, SLICE)
  const left = await kind.filterUncared(trx, due, moment.now)
  const waiting = new Set(left)
  await endEscalations(
    trx,
    kind.table,
    due.flatMap((row) => (waiting.has(row) ? [] : [row.id])),
  )
  const flows = Map.groupBy(left, ({ ruleId, steps, projectId }) => `${ruleId} ${steps} ${projectId}`)
  for (const [first, ...others] of flows.values())
    if (first) await step(trx, kind, { waiting: [first, ...others], moment })
  return due.length === SLICE
}

interface Step<Row> {
  waiting: Waiting<Row>
  moment: EscalationMoment
}

async function step<Row extends Due>(
  trx: Transaction<Database>,
  kind: Escalating<Row>,
  { waiting, moment }: Step<Row>,
): Promise<void> {
  const [{ ruleId, projectId, steps }] = waiting
  const { now } = moment
  const ids = waiting.map(({ id }) => id)
  const [rule, plan] = [await findRule(trx, ruleId), await findEscalation(trx, ruleId)]
  if (rule === undefined || plan === undefined || !rule.isEnabled) return endEscalations(trx, kind.table, ids)
  const dueAt = now + plan.afterMinutes * MINUTE_MS
  const mutes = await listMutes(trx, now)
  const isMuted = mutes.some((mute) => mute.projectId === null || mute.projectId === projectId)
  // While somebody wants silence, the same step waits once more.
  if (isMuted || (rule.mutedUntil ?? 0) > now) {
    return continueEscalations(trx, kind.table, { ids, steps, dueAt })
  }
  await tell(trx, kind, { waiting, moment, rule, plan })
  const isLast = steps + 1 >= plan.channelIds.length * (1 + plan.repeats)
  if (isLast) await endEscalations(trx, kind.table, ids)
  else await continueEscalations(trx, kind.table, { ids, steps: steps + 1, dueAt })
}

async function tell<Row extends Due>(
  trx: Transaction<Database>,
  kind: Escalating<Row>,
  { waiting, rule, plan, moment }: Step<Row> & { rule: Rule; plan: Escalation },
): Promise<void> {
  const { now, newKey, publicUrl } = moment
  const [{ projectId, steps }] = waiting
  const channel = await findChannel(trx, plan.channelIds[steps % plan.channelIds.length] ?? 0)
  if (channel === undefined || !channel.isEnabled) return // the next step is told later
  const waited = Math.round((now - Math.min(...waiting.map(({ startedAt }) => startedAt))) / MINUTE_MS)
  const { id: ruleId, name, happening, urgency } = rule
  const telling = {
    ...{ key: newKey(), happening, urgency, rule: { id: ruleId, name }, at: now },
    note: sayNobody(waited),
  }
  const message = await kind.compose(trx, waiting, { telling, publicUrl })
  if (message === undefined) return
  const content = { ...message, title: sayUnacknowledged(message.title) }
  const limit = messagesAnHour(channel.kind)
  const isFull = (await countSince(trx, channel.id, now - HOUR_MS)) > limit
  const id = await insertEscalationMessage(
    trx,
    { projectId, channelId: channel.id, ruleId, step: steps + 1, content },
    { now, withheld: isFull ? WITHHELD : undefined },
  )
  const data = { rule: name, channels: [channel.name], step: steps + 1 }
  await kind.note(trx, id, { waiting, now, data })
}
