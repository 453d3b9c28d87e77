import type { Kysely, Transaction } from 'kysely'
import { recordActivities } from '#server/store/issues/activity.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** Bounds the transaction: the rest is for the next one. */
const AT_ONCE = 200

/** Whether an issue's time of being ignored has passed. */
export async function isAnyLapsed(db: Kysely<Database>, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('issue')
    .select('id')
    .where('status_until', '<=', now)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Opens the issues again whose time of being ignored has passed. */
export async function reopenLapsed(trx: Transaction<Database>, now: number): Promise<void> {
  const lapsed = await trx
    .selectFrom('issue')
    .select(['id as issueId', 'project_id as projectId'])
    .where('status_until', '<=', now)
    .orderBy('status_until')
    .limit(AT_ONCE)
    .execute()
  if (lapsed.length === 0) return
  await trx
    .updateTable('issue')
    .set({ status: 'open', substatus: null, status_at: now, status_condition: null, status_until: null })
    .where(
      'id',
      'in',
      lapsed.map(({ issueId }) => issueId),
    )
    .execute()
  const activities = lapsed.map((issue) => ({ ...issue, entry: { kind: 'lapsed' as const, data: {} } }))
  await recordActivities(trx, activities, { actor: undefined, now })
}
