import type { Kysely, Transaction } from 'kysely'
import type { ReleaseCondition } from '#server/search/dialects/releases.ts'
import type { Cursor } from '#server/store/engine/cursor.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { testRelease } from './test-release.ts'

export type ReleaseRow = Awaited<ReturnType<typeof listReleaseRows>>[number]

interface ReleaseFilter {
  limit: number
  cursor?: Cursor | undefined
  /** Without it, releases of all projects. */
  projectIds?: readonly number[] | undefined
  /** Without it, all releases. */
  condition?: ReleaseCondition | undefined
  /** Those that are archived instead of the others. */
  isArchived?: boolean | undefined
}

/** The newest first. */
export function listReleaseRows(
  db: Kysely<Database>,
  { limit, cursor, projectIds, condition, isArchived = false }: ReleaseFilter,
) {
  let query = selectReleases(db)
    .where('project_release.archived_at', isArchived ? 'is not' : 'is', null)
    .orderBy('project_release.created_at', 'desc')
    .orderBy('project_release.id', 'desc')
    .limit(limit)
  if (projectIds) query = query.where('project.id', 'in', [0, ...projectIds]) // no project is the first
  if (condition) query = query.where(testRelease(condition))
  if (cursor) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('project_release.created_at', 'project_release.id'), '<', tuple(cursor.time, cursor.id)),
    )
  }
  return query.execute()
}

/** In each project that has it, or in one. */
export function listReleaseRowsOf(
  db: Kysely<Database>,
  version: string,
  projectSlug: string | undefined,
): Promise<ReleaseRow[]> {
  const query = selectReleases(db).where('project_release.version', '=', version).orderBy('project.id')
  return (projectSlug === undefined ? query : query.where('project.slug', '=', projectSlug)).execute()
}

export function selectReleases(db: Kysely<Database>) {
  return db
    .selectFrom('project_release')
    .innerJoin('project', 'project.id', 'project_release.project_id')
    .select([
      'project_release.id',
      'project_release.project_id as projectId',
      'project.slug as projectSlug',
      'project.name as projectName',
      'project_release.version',
      'project_release.created_at as createdAt',
      'project_release.first_seen as firstSeen',
      'project_release.last_seen as lastSeen',
      'project_release.released_at as releasedAt',
      'project_release.ref',
      'project_release.url',
      'project_release.archived_at as archivedAt',
      'project_release.event_count as eventCount',
      'project_release.user_count as userCount',
    ])
}

/** Finds the projects' ids by their slugs. */
export async function listProjectIds(
  trx: Transaction<Database>,
  slugs: readonly string[],
): Promise<Map<string, number>> {
  const rows = await trx.selectFrom('project').select(['id', 'slug']).where('slug', 'in', slugs).execute()
  return new Map(rows.map(({ id, slug }) => [slug, id]))
}

export interface NewRelease {
  projectId: number
  version: string
  /** Milliseconds since the epoch; null leaves what is known, as for `ref` and `url`. */
  releasedAt: number | null
  ref: string | null
  url: string | null
  /** Undefined leaves it as it is. */
  isArchived?: boolean | undefined
  now: number
}

/** What is there already learns what is given; false then. */
export async function saveRelease(trx: Transaction<Database>, given: NewRelease): Promise<boolean> {
  const { projectId: project_id, version, releasedAt: released_at, ref, url, isArchived, now } = given
  const known = await trx
    .selectFrom('project_release')
    .select('id')
    .where('project_id', '=', project_id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!known) {
    const archived_at = isArchived ? now : null
    const values = { project_id, version, created_at: now, released_at, ref, url, archived_at }
    await trx.insertInto('project_release').values(values).execute()
    return true
  }
  const changes = Object.entries({ released_at, ref, url }).filter(([, value]) => value !== null)
  if (isArchived !== undefined) changes.push(['archived_at', isArchived ? now : null])
  if (changes.length > 0) {
    const update = trx.updateTable('project_release').set(Object.fromEntries(changes))
    await update.where('id', '=', known.id).execute()
  }
  return false
}

export interface NewDeploy {
  environment: string
  name: string | null
  url: string | null
  startedAt: number | null
  /** Milliseconds since the epoch. */
  finishedAt: number
}

export interface Deploy extends NewDeploy {
  id: number
}

export async function insertDeploy(
  trx: Transaction<Database>,
  { projectId, version }: { projectId: number; version: string },
  { environment, name, url, startedAt, finishedAt }: NewDeploy,
): Promise<Deploy> {
  const values = { project_id: projectId, version, environment, name, url }
  const { id } = await trx
    .insertInto('deploy')
    .values({ ...values, started_at: startedAt, finished_at: finishedAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, environment, name, url, startedAt, finishedAt }
}

/** The last hundred, newest first. */
export function listDeployRows(db: Kysely<Database>, projectId: number, version: string): Promise<Deploy[]> {
  return db
    .selectFrom('deploy')
    .select(['id', 'environment', 'name', 'url', 'started_at as startedAt', 'finished_at as finishedAt'])
    .where('project_id', '=', projectId)
    .where('version', '=', version)
    .orderBy('finished_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
}

/**
 * Deletes a release of a project with its deploys and commits. Whoever calls it makes sure that nothing came of
 * it yet.
 */
export async function deleteRelease(
  trx: Transaction<Database>,
  { id, projectId, version }: Pick<ReleaseRow, 'id' | 'projectId' | 'version'>,
): Promise<void> {
  for (const table of ['release_commit', 'deploy'] as const) {
    await trx.deleteFrom(table).where('project_id', '=', projectId).where('version', '=', version).execute()
  }
  await trx.deleteFrom('project_release').where('id', '=', id).execute()
}
