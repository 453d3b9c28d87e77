import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

/** Lists the origins from which a project's maps may be fetched; of all projects without one. */
export function listHostedOrigins(
  db: Kysely<Database>,
  projectId?: number,
): Promise<{ projectId: number; origin: string }[]> {
  return db
    .selectFrom('hosted_origin')
    .select(['project_id as projectId', 'origin'])
    .$if(projectId !== undefined, (query) => query.where('project_id', '=', projectId ?? 0))
    .orderBy('project_id')
    .orderBy('origin')
    .execute()
}

/**
 * Adds an origin. Whatever of the project waits for maps is looked up there, and what could not be fetched is tried again, also
 * if the origin was there before.
 */
export async function addHostedOrigin(
  trx: Transaction<Database>,
  { projectId, origin, now }: { projectId: number; origin: string; now: number },
): Promise<void> {
  await trx
    .insertInto('hosted_origin')
    .values({ project_id: projectId, origin, created_at: now })
    .onConflict((conflict) => conflict.columns(['project_id', 'origin']).doNothing())
    .execute()
  await trx
    .updateTable('hosted_fetch')
    .set({ failures: 0, next_at: now })
    .where('project_id', '=', projectId)
    .where('origin', '=', origin)
    .where('refusal', 'is not', null)
    .execute()
  await trx
    .updateTable('waiting_stack')
    .set({ state: 'waiting' })
    .where('project_id', '=', projectId)
    .where('state', '=', 'looked')
    .execute()
}

/** Removes an origin with what is known of its scripts; maps that were fetched stay. False if it was not there. */
export async function removeHostedOrigin(
  trx: Transaction<Database>,
  { projectId, origin }: { projectId: number; origin: string },
): Promise<boolean> {
  await trx
    .deleteFrom('hosted_fetch')
    .where('project_id', '=', projectId)
    .where('origin', '=', origin)
    .execute()
  const { numDeletedRows } = await trx
    .deleteFrom('hosted_origin')
    .where('project_id', '=', projectId)
    .where('origin', '=', origin)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
