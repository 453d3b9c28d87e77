import type { Transaction } from 'kysely'
import type { Occurrence } from '#server/models/alerts/occurrences.ts'
import { MINUTE_MS } from '#server/protocol/time.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { findEscalation } from './escalations.ts'

/** Begins to wait for somebody who acknowledges these, where their rule escalates, and nobody waits yet. */
export async function beginOccurrenceEscalations(
  trx: Transaction<Database>,
  ruleId: number,
  occurrences: readonly Occurrence[],
  now: number,
): Promise<void> {
  const plan = occurrences.length === 0 ? undefined : await findEscalation(trx, ruleId)
  if (plan === undefined) return
  const due_at = now + plan.afterMinutes * MINUTE_MS
  await trx
    .insertInto('occurrence_escalation')
    .values(
      occurrences.map((occurrence) => ({
        ...{ rule_id: ruleId, subject: occurrence.subject.id, project_id: occurrence.projectId },
        ...{ content: JSON.stringify(occurrence), started_at: now, due_at },
      })),
    )
    .onConflict((same) => same.columns(['rule_id', 'subject']).doNothing())
    .execute()
}

export interface DueOccurrence {
  id: number
  ruleId: number
  projectId: number
  subject: string
  occurrence: Occurrence
  startedAt: number
  /** How many steps were told. */
  steps: number
}

/** The earliest first. */
export async function listDueOccurrences(
  trx: Transaction<Database>,
  now: number,
  limit: number,
): Promise<DueOccurrence[]> {
  const rows = await trx
    .selectFrom('occurrence_escalation')
    .select(['id', 'rule_id as ruleId', 'project_id as projectId', 'subject', 'content'])
    .select(['started_at as startedAt', 'steps'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ content, ...row }) => ({ ...row, occurrence: JSON.parse(content) as Occurrence })) // written above
}
