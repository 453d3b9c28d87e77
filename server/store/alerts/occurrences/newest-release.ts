import type { Kysely } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

/** The release of a project that was seen first last. */
export async function findNewestSeen(
  db: Kysely<Database>,
  projectId: number,
): Promise<{ version: string; firstSeen: number } | undefined> {
  return db
    .selectFrom('project_release')
    .select(['version'])
    .select(({ ref }) => ref('first_seen').$notNull().as('firstSeen'))
    .where('project_id', '=', projectId)
    .where('first_seen', 'is not', null)
    .orderBy('first_seen', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The releases of a project that were first seen since a time: so many of the newest, the oldest of them first. */
export async function listSeenSince(
  db: Kysely<Database>,
  { projectId, since, limit }: { projectId: number; since: number; limit: number },
): Promise<{ version: string; firstSeen: number }[]> {
  const rows = await db
    .selectFrom('project_release')
    .select(['version'])
    .select(({ ref }) => ref('first_seen').$notNull().as('firstSeen'))
    .where('project_id', '=', projectId)
    .where('first_seen', '>=', since)
    .orderBy('first_seen', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.toReversed()
}
