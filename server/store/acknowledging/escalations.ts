import type { Kysely, Transaction } from 'kysely'
import type { Escalation } from '#server/models/alerts/escalation.ts'
import type { AlertMessage } from '#server/models/alerts/messages.ts'
import { MINUTE_MS } from '#server/protocol/time.ts'
import { inParts } from '#server/store/rows/in-parts.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { selectAcknowledged } from './acknowledgements.ts'

/** What waits for somebody who acknowledges it: issues, or all else. */
export type EscalationTable = 'escalation' | 'occurrence_escalation'

/** Escalation plans by rule id. */
export type Plans = ReadonlyMap<number, Escalation>

export async function findEscalation(db: Kysely<Database>, ruleId: number): Promise<Escalation | undefined> {
  return (await findPlans(db, [ruleId])).get(ruleId)
}

/** The plans of those of these rules that escalate. */
export async function findPlans(db: Kysely<Database>, ruleIds: readonly number[]): Promise<Plans> {
  const plans = await db
    .selectFrom('escalation_plan')
    .select(['rule_id as ruleId', 'after_minutes as afterMinutes', 'repeats'])
    .where('rule_id', 'in', [0, ...ruleIds]) // no rule has the first, and a list needs one
    .execute()
  if (plans.length === 0) return new Map()
  const planned = plans.map(({ ruleId }) => ruleId)
  const steps = await db
    .selectFrom('escalation_step')
    .select(['rule_id as ruleId', 'channel_id as channelId'])
    .where('rule_id', 'in', planned)
    .orderBy('position')
    .execute()
  const ofRules = Map.groupBy(steps, ({ ruleId }) => ruleId)
  return new Map(
    plans.flatMap(({ ruleId, ...plan }) => {
      const channelIds = ofRules.get(ruleId)?.map(({ channelId }) => channelId)
      return channelIds === undefined ? [] : [[ruleId, { ...plan, channelIds }]]
    }),
  )
}

/** Undefined ends it, also for what was told of already. */
export async function saveEscalation(
  trx: Transaction<Database>,
  ruleId: number,
  plan: Escalation | undefined,
): Promise<void> {
  await trx.deleteFrom('escalation_step').where('rule_id', '=', ruleId).execute()
  await trx.deleteFrom('escalation_plan').where('rule_id', '=', ruleId).execute()
  if (plan === undefined) {
    await trx.deleteFrom('escalation').where('rule_id', '=', ruleId).execute()
    await trx.deleteFrom('occurrence_escalation').where('rule_id', '=', ruleId).execute()
    return
  }
  const { afterMinutes, repeats, channelIds } = plan
  await trx
    .insertInto('escalation_plan')
    .values({ rule_id: ruleId, after_minutes: afterMinutes, repeats })
    .execute()
  await trx
    .insertInto('escalation_step')
    .values(channelIds.map((channel_id, position) => ({ rule_id: ruleId, position, channel_id })))
    .execute()
}

/** Begins to wait for somebody who acknowledges these issues, where their rule has a plan, and nobody waits yet. */
export async function beginEscalations(
  trx: Transaction<Database>,
  begun: readonly { ruleId: number; issues: readonly { id: number; projectId: number }[] }[],
  { plans, now }: { plans: Plans; now: number },
): Promise<void> {
  const rows = begun.flatMap(({ ruleId, issues }) => {
    const plan = plans.get(ruleId)
    if (plan === undefined) return []
    const due_at = now + plan.afterMinutes * MINUTE_MS
    return issues.map(({ id, projectId }) => ({
      ...{ rule_id: ruleId, issue_id: id, project_id: projectId, started_at: now, due_at },
    }))
  })
  for (const part of inParts(rows))
    await trx
      .insertInto('escalation')
      .values(part)
      .onConflict((same) => same.columns(['rule_id', 'issue_id']).doNothing())
      .execute()
}

export interface DueEscalation {
  id: number
  ruleId: number
  issueId: number
  projectId: number
  startedAt: number
  /** How many steps were told. */
  steps: number
}

export async function isAnyEscalationDue(
  db: Kysely<Database>,
  table: EscalationTable,
  now: number,
): Promise<boolean> {
  const row = await db.selectFrom(table).select('id').where('due_at', '<=', now).limit(1).executeTakeFirst()
  return row !== undefined
}

/** The earliest first. */
export function listDueEscalations(
  trx: Transaction<Database>,
  now: number,
  limit: number,
): Promise<DueEscalation[]> {
  return trx
    .selectFrom('escalation')
    .select(['id', 'rule_id as ruleId', 'issue_id as issueId', 'project_id as projectId'])
    .select(['started_at as startedAt', 'steps'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Those of these issues that nobody takes care of: open, assigned to nobody, and not acknowledged. */
export async function listUncared(
  trx: Transaction<Database>,
  issueIds: readonly number[],
): Promise<Set<number>> {
  const rows = await trx
    .selectFrom('issue')
    .select('id')
    .where('id', 'in', [0, ...issueIds]) // no issue has the first, and a list needs one
    .where('status', '=', 'open')
    .where('deleted_at', 'is', null)
    .where('assigned_to', 'is', null)
    .where('assigned_team', 'is', null)
    .execute()
  const cared = await selectAcknowledged(trx)
    .select('issue.id')
    .where('issue.id', 'in', [0, ...issueIds])
    .execute()
  const taken = new Set(cared.map(({ id }) => id))
  return new Set(rows.flatMap(({ id }) => (taken.has(id) ? [] : [id])))
}

export async function endEscalations(
  trx: Transaction<Database>,
  table: EscalationTable,
  ids: readonly number[],
): Promise<void> {
  await trx
    .deleteFrom(table)
    .where('id', 'in', [0, ...ids])
    .execute()
}

export async function continueEscalations(
  trx: Transaction<Database>,
  table: EscalationTable,
  { ids, steps, dueAt }: { ids: readonly number[]; steps: number; dueAt: number },
): Promise<void> {
  await trx
    .updateTable(table)
    .set({ steps, due_at: dueAt })
    .where('id', 'in', [0, ...ids])
    .execute()
}

/** Adds a message that is sent at once, or one that its channel has no room for in this hour. */
export async function insertEscalationMessage(
  trx: Transaction<Database>,
  message: { projectId: number; channelId: number; ruleId: number; step: number; content: AlertMessage },
  { now, withheld }: { now: number; withheld: string | undefined },
): Promise<number> {
  const { content, step, projectId, channelId, ruleId } = message
  const { key, happening, title } = content
  const ended = { state: 'withheld', reason: withheld ?? null, ended_at: now } as const
  const { id } = await trx
    .insertInto('alert_message')
    .values({
      ...{ project_id: projectId, channel_id: channelId, rule_id: ruleId, escalation: step },
      ...{ message_key: key, happening, title, created_at: now, due_at: now },
      ...(withheld === undefined ? { state: 'waiting' as const, content: JSON.stringify(content) } : ended),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
