import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

const ONLY_ROW = 1

/** When conditions were looked at, in milliseconds since the epoch. */
export async function readConditionLook(db: Kysely<Database>): Promise<number | undefined> {
  const row = await db
    .selectFrom('condition_look')
    .select('looked_at')
    .where('id', '=', ONLY_ROW)
    .executeTakeFirst()
  return row?.looked_at
}

/** Notes a look. False where another process looked since `before` was read: what it told must not be told again. */
export async function saveConditionLook(
  trx: Transaction<Database>,
  before: number | undefined,
  now: number,
): Promise<boolean> {
  if (before === undefined) {
    const { numInsertedOrUpdatedRows = 0n } = await trx
      .insertInto('condition_look')
      .values({ id: ONLY_ROW, looked_at: now })
      .onConflict((same) => same.column('id').doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows > 0n
  }
  const { numUpdatedRows } = await trx
    .updateTable('condition_look')
    .set({ looked_at: now })
    .where('id', '=', ONLY_ROW)
    .where('looked_at', '=', before)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The subjects of which a rule's condition holds, as far as is known. */
export async function listHolding(db: Kysely<Database>, ruleId: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('alert_condition')
    .select('subject')
    .where('rule_id', '=', ruleId)
    .execute()
  return new Set(rows.map(({ subject }) => subject))
}

export async function beginCondition(
  trx: Transaction<Database>,
  { ruleId, subject, at }: { ruleId: number; subject: string; at: number },
): Promise<void> {
  await trx
    .insertInto('alert_condition')
    .values({ rule_id: ruleId, subject, at })
    .onConflict((same) => same.columns(['rule_id', 'subject']).doNothing())
    .execute()
}

export async function endCondition(
  trx: Transaction<Database>,
  { ruleId, subject }: { ruleId: number; subject: string },
): Promise<void> {
  await trx
    .deleteFrom('alert_condition')
    .where('rule_id', '=', ruleId)
    .where('subject', '=', subject)
    .execute()
}
