import { type Kysely, sql } from 'kysely'
import type { Database } from './schema.ts'

/** Events that are looked at: what a project ran lately stands on its latest ones. */
const LATEST_EVENTS = 5_000

/** As many as a project may have out at once, and then some: each issue that is resolved remembers them. */
const MOST_RELEASES = 30

/** The releases that a project's latest events came from, those that came last first. */
export function listKnownReleases(
  db: Pick<Kysely<Database>, 'selectFrom'>,
  projectId: number,
): Promise<{ version: string; firstSeen: number }[]> {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('event')
        .select(['project_id', 'release', 'received_at'])
        .orderBy('id', 'desc')
        .limit(LATEST_EVENTS)
        .as('latest'),
    )
    .select(({ fn }) => [sql<string>`release`.as('version'), fn.min('received_at').as('firstSeen')])
    .where('project_id', '=', projectId)
    .where('release', 'is not', null)
    .groupBy('release')
    .orderBy('firstSeen', 'desc')
    .limit(MOST_RELEASES)
    .execute()
}
