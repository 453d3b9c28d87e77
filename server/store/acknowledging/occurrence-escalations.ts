import type { Transaction } from 'kysely'
import type { Occurrence } from '#server/models/alerts/occurrences.ts'
import { MINUTE_MS } from '#server/protocol/time.ts'
import { inParts } from '#server/store/rows/in-parts.ts'
import type { Database } from '#server/store/schema/schema.ts'
import type { Plans } from './escalations.ts'

/** Begins to wait for somebody who acknowledges these, where their rule has a plan, and nobody waits yet. */
export async function beginOccurrenceEscalations(
  trx: Transaction<Database>,
  begun: readonly { ruleId: number; occurrences: readonly Occurrence[] }[],
  { plans, now }: { plans: Plans; now: number },
): Promise<void> {
  const rows = begun.flatMap(({ ruleId, occurrences }) => {
    const plan = plans.get(ruleId)
    if (plan === undefined) return []
    const due_at = now + plan.afterMinutes * MINUTE_MS
    return occurrences.map((occurrence) => ({
      ...{ rule_id: ruleId, subject: occurrence.subject.id, project_id: occurrence.projectId },
      ...{ content: JSON.stringify(occurrence), started_at: now, due_at },
    }))
  })
  for (const part of inParts(rows))
    await trx
      .insertInto('occurrence_escalation')
      .values(part)
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
