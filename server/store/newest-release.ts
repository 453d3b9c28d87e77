import { type Kysely, sql } from 'kysely'
import { latestRelease } from '../processing/release-order.ts'
import type { Database } from './schema.ts'

/** Events that are looked at: what a project ran lately stands on its latest ones. */
const LATEST_EVENTS = 5_000

/** The newest release that a project's latest events came from. */
export async function findNewestRelease(
  db: Pick<Kysely<Database>, 'selectFrom'>,
  projectId: number,
): Promise<string | null> {
  const releases = await db
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
    .execute()
  return latestRelease(releases)?.version ?? null
}
