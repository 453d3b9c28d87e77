import type { Transaction } from 'kysely'
import { inParts } from '#server/store/rows/in-parts.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** Issues by their ids, and everything else by the id of its subject: `monitor:3:production`. */
export type ToldKey = number | string

interface Telling {
  ruleId: number
  keys: readonly ToldKey[]
}

/** Finds what each of these rules told of after a time of its own, by the rules' ids. */
export async function findTold(
  trx: Transaction<Database>,
  asked: readonly (Telling & { since: number })[],
): Promise<Map<number, Set<ToldKey>>> {
  const found = new Map(asked.map(({ ruleId }) => [ruleId, new Set<ToldKey>()]))
  // Rules that would tell of the same share a statement; all rules in one would look for what no rule asks for.
  for (const [first, ...others] of Map.groupBy(asked, ({ keys }) => JSON.stringify(keys)).values()) {
    if (first === undefined) continue
    const sinceOf = new Map([first, ...others].map(({ ruleId, since }) => [ruleId, since]))
    const rows = await selectTold(trx, {
      keys: first.keys,
      ruleIds: [...sinceOf.keys()],
      since: Math.min(...sinceOf.values()),
    })
    for (const { ruleId, key, at } of rows)
      if (at > (sinceOf.get(ruleId) ?? Number.POSITIVE_INFINITY)) found.get(ruleId)?.add(key)
  }
  return found
}

async function selectTold(
  trx: Transaction<Database>,
  { ruleIds, keys, since }: { ruleIds: readonly number[]; keys: readonly ToldKey[]; since: number },
): Promise<{ ruleId: number; key: ToldKey; at: number }[]> {
  const { issueIds, subjects } = part(keys)
  const issues =
    issueIds.length === 0
      ? []
      : await trx
          .selectFrom('alert_told')
          .select(['rule_id as ruleId', 'issue_id as key', 'at'])
          .where('rule_id', 'in', ruleIds)
          .where('issue_id', 'in', issueIds)
          .where('at', '>', since)
          .execute()
  const others =
    subjects.length === 0
      ? []
      : await trx
          .selectFrom('alert_occurrence_told')
          .select(['rule_id as ruleId', 'subject as key', 'at'])
          .where('rule_id', 'in', ruleIds)
          .where('subject', 'in', subjects)
          .where('at', '>', since)
          .execute()
  return [...issues, ...others]
}

export async function noteTold(
  trx: Transaction<Database>,
  told: readonly Telling[],
  at: number,
): Promise<void> {
  const issues = told.flatMap(({ ruleId, keys }) =>
    part(keys).issueIds.map((issue_id) => ({ rule_id: ruleId, issue_id, at })),
  )
  for (const some of inParts(issues))
    await trx
      .insertInto('alert_told')
      .values(some)
      .onConflict((same) => same.columns(['rule_id', 'issue_id']).doUpdateSet({ at }))
      .execute()
  const others = told.flatMap(({ ruleId, keys }) =>
    part(keys).subjects.map((subject) => ({ rule_id: ruleId, subject, at })),
  )
  for (const some of inParts(others))
    await trx
      .insertInto('alert_occurrence_told')
      .values(some)
      .onConflict((same) => same.columns(['rule_id', 'subject']).doUpdateSet({ at }))
      .execute()
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
