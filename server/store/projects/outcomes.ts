import type { Kysely } from 'kysely'
import type { RateLimitRule } from '#server/protocol/project-settings.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** How many items a limit has already let in since a full hour: all but those that it, or the SDK, left out. */
export async function countTaken(
  db: Kysely<Database>,
  place: LimitedPlace,
  rule: RateLimitRule,
  since: number,
): Promise<number> {
  const { taken } = await selectTaken(db, place, rule, since)
    .select((eb) => eb.fn.sum<number | null>('quantity').as('taken'))
    .executeTakeFirstOrThrow()
  return taken ?? 0
}

/** The same by the hour. */
export function listTakenHours(
  db: Kysely<Database>,
  place: LimitedPlace,
  rule: RateLimitRule,
  since: number,
): Promise<{ hour: number; quantity: number }[]> {
  return selectTaken(db, place, rule, since)
    .select(['hour', ({ fn }) => fn.sum<number>('quantity').as('quantity')])
    .groupBy('hour')
    .execute()
}

interface LimitedPlace {
  projectId: number
  keyId: number
}

function selectTaken(
  db: Kysely<Database>,
  { projectId, keyId }: LimitedPlace,
  { scope, category }: RateLimitRule,
  since: number,
) {
  return db
    .selectFrom('outcome')
    .where('project_id', '=', projectId)
    .where('hour', '>=', Math.floor(since / HOUR_MS))
    .where('outcome', 'not in', ['rate_limited', 'client_discard'])
    .$if(scope === 'key', (query) => query.where('key_id', '=', keyId))
    .$if(category !== undefined, (query) => query.where('category', '=', category ?? ''))
    .$if(category === undefined, (query) => query.where('category', '!=', 'internal'))
}
