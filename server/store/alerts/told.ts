import type { Transaction } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

/** Finds those of these issues that a rule told of after a time. */
export async function findTold(
  trx: Transaction<Database>,
  ruleId: number,
  { issueIds, since }: { issueIds: readonly number[]; since: number },
): Promise<Set<number>> {
  if (issueIds.length === 0) return new Set()
  const rows = await trx
    .selectFrom('alert_told')
    .select('issue_id')
    .where('rule_id', '=', ruleId)
    .where('issue_id', 'in', issueIds)
    .where('at', '>', since)
    .execute()
  return new Set(rows.map(({ issue_id }) => issue_id))
}

export async function noteTold(
  trx: Transaction<Database>,
  ruleId: number,
  { issueIds, now }: { issueIds: readonly number[]; now: number },
): Promise<void> {
  if (issueIds.length === 0) return
  await trx
    .insertInto('alert_told')
    .values(issueIds.map((issue_id) => ({ rule_id: ruleId, issue_id, at: now })))
    .onConflict((same) => same.columns(['rule_id', 'issue_id']).doUpdateSet({ at: now }))
    .execute()
}

/** No rule waits for longer before it tells of an issue again. */
export async function deleteTold(trx: Transaction<Database>, before: number): Promise<void> {
  await trx.deleteFrom('alert_told').where('at', '<', before).execute()
}
