import type { Kysely, Transaction } from 'kysely'
import type { Happening } from '#server/models/alerts/happenings.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** What the writer saw happen to an issue. */
export interface HappeningRow {
  id: number
  projectId: number
  issueId: number
  kind: Happening
  environment: string | null
  at: number
}

export async function isAnyDue(db: Kysely<Database>, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('happening')
    .select('id')
    .where('due_at', '<=', now)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Takes the oldest that are due away; whoever calls it decides about them in the same transaction. */
export async function takeHappenings(
  trx: Transaction<Database>,
  now: number,
  limit: number,
): Promise<HappeningRow[]> {
  const rows = await trx
    .selectFrom('happening')
    .select(['id', 'project_id as projectId', 'issue_id as issueId', 'kind', 'environment', 'at'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  if (rows.length === 0) return []
  await trx
    .deleteFrom('happening')
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  return rows
}
