import type { Kysely } from 'kysely'
import { rememberPerStore } from '#server/store/engine/cached-reads-per-store.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** The release that each project learned of last; projects without any are left out. */
export const readNewestReleases = rememberPerStore(({ db }, _all: 'projects') => queryNewestReleases(db))

async function queryNewestReleases(db: Kysely<Database>): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('project')
    .select((eb) => [
      'project.id',
      eb
        .selectFrom('project_release')
        .select('project_release.version')
        .whereRef('project_release.project_id', '=', 'project.id')
        .orderBy('project_release.created_at', 'desc')
        .orderBy('project_release.id', 'desc')
        .limit(1)
        .as('version'),
    ])
    .execute()
  return new Map(rows.flatMap(({ id, version }) => (version === null ? [] : [[id, version]])))
}
