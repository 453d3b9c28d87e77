import { type Kysely, sql } from 'kysely'
import { latestRelease } from '#server/processing/release-order.ts'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import type { Database } from '#server/store/schema/schema.ts'

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

/** JSON of pairs: each project that has releases, and its latest one; for a query to be joined with. */
export async function readLatestReleases(db: Kysely<Database>): Promise<string> {
  const known = await listAllKnownReleases(db, {})
  const byProject = Map.groupBy(known, ({ projectId }) => projectId)
  return JSON.stringify(
    Array.from(byProject, ([projectId, releases]) => [projectId, latestRelease(releases)?.version]),
  )
}

const listAllKnownReleases = prepareQuery((db, _values: object) =>
  db
    .selectFrom('project')
    .innerJoin('project_release', (join) =>
      join.on('project_release.id', 'in', (eb) =>
        eb
          .selectFrom('project_release as lately')
          .select('lately.id')
          .whereRef('lately.project_id', '=', 'project.id')
          .orderBy('lately.created_at', 'desc')
          .orderBy('lately.id', 'desc')
          .limit(sql.lit(MOST_RELEASES)),
      ),
    )
    .select([
      'project.id as projectId',
      'project_release.version',
      'project_release.created_at as firstSeen',
    ]),
)
