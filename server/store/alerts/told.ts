import type { Transaction } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

/** Issues by their ids, and everything else by the id of its subject: `monitor:3:production`. */
export type ToldKey = number | string

/** Finds those of these subjects that a rule told of after a time. */
export async function findTold(
  trx: Transaction<Database>,
  ruleId: number,
  { keys, since }: { keys: readonly ToldKey[]; since: number },
): Promise<Set<ToldKey>> {
  const { issueIds, subjects } = part(keys)
  const issues =
    issueIds.length === 0
      ? []
      : await trx
          .selectFrom('alert_told')
          .select('issue_id')
          .where('rule_id', '=', ruleId)
          .where('issue_id', 'in', issueIds)
          .where('at', '>', since)
          .execute()
  const others =
    subjects.length === 0
      ? []
      : await trx
          .selectFrom('alert_occurrence_told')
          .select('subject')
          .where('rule_id', '=', ruleId)
          .where('subject', 'in', subjects)
          .where('at', '>', since)
          .execute()
  return new Set<ToldKey>([
    ...issues.map(({ issue_id }) => issue_id),
    ...others.map(({ subject }) => subject),
  ])
}

export async function noteTold(
  trx: Transaction<Database>,
  ruleId: number,
  { keys, now }: { keys: readonly ToldKey[]; now: number },
): Promise<void> {
  const { issueIds, subjects } = part(keys)
  if (issueIds.length > 0) {
    await trx
      .insertInto('alert_told')
      .values(issueIds.map((issue_id) => ({ rule_id: ruleId, issue_id, at: now })))
      .onConflict((same) => same.columns(['rule_id', 'issue_id']).doUpdateSet({ at: now }))
      .execute()
  }
  if (subjects.length > 0) {
    await trx
      .insertInto('alert_occurrence_told')
      .values(subjects.map((subject) => ({ rule_id: ruleId, subject, at: now })))
      .onConflict((same) => same.columns(['rule_id', 'subject']).doUpdateSet({ at: now }))
      .execute()
  }
}

/** No rule waits for longer before it tells of the same again. */
export async function deleteTold(trx: Transaction<Database>, before: number): Promise<void> {
  await trx.deleteFrom('alert_told').where('at', '<', before).execute()
  await trx.deleteFrom('alert_occurrence_told').where('at', '<', before).execute()
}

function part(keys: readonly ToldKey[]): { issueIds: number[]; subjects: string[] } {
  return {
    issueIds: keys.filter((key) => typeof key === 'number'),
    subjects: keys.filter((key) => typeof key === 'string'),
  }
}
