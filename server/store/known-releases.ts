import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

/** As many as a project may have out at once, and then some: each issue that is resolved remembers them. */
const MOST_RELEASES = 30

/** A project's releases, those that came last first. */
export function listKnownReleases(
  db: Pick<Kysely<Database>, 'selectFrom'>,
  projectId: number,
): Promise<{ version: string; firstSeen: number }[]> {
  return db
    .selectFrom('project_release')
    .select(['version', 'created_at as firstSeen'])
    .where('project_id', '=', projectId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_RELEASES)
    .execute()
}
