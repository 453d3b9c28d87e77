import type { Kysely, Transaction } from 'kysely'
import type { SourceMapSpace } from '#server/protocol/limits.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { deleteUnusedMaps } from './settled-maps.ts'

/** Lists a project's uploads with what their files take, the latest first. */
export function listBundles(db: Kysely<Database>, projectId: number, limit: number) {
  return db
    .selectFrom('artifact_bundle as bundle')
    .select(({ selectFrom }) => {
      const files = selectFrom('artifact')
        .whereRef('artifact.project_id', '=', 'bundle.project_id')
        .whereRef('artifact.checksum', '=', 'bundle.checksum')
      return [
        'bundle.checksum',
        'bundle.state',
        'bundle.detail',
        'bundle.release',
        'bundle.dist',
        'bundle.tool',
        'bundle.created_at as createdAt',
        files.select((eb) => eb.fn.max<number>('artifact.used_at').as('at')).as('usedAt'),
        // A script with two debug ids has two rows.
        files.select((eb) => eb.fn.count<number>('artifact.url').distinct().as('files')).as('files'),
        selectFrom('source_map')
          .where(
            'source_map.id',
            'in',
            files.select('artifact.map_id').where('artifact.map_id', 'is not', null),
          )
          .select((eb) => eb.fn.sum<number>('source_map.size_bytes').as('bytes'))
          .as('sizeBytes'),
      ]
    })
    .where('bundle.project_id', '=', projectId)
    .orderBy('bundle.created_at', 'desc')
    .orderBy('bundle.checksum')
    .limit(limit)
    .execute()
}

export async function countBundles(db: Kysely<Database>, projectId: number): Promise<number> {
  const { count } = await db
    .selectFrom('artifact_bundle')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return count
}

/** Sums up what the maps of each project take; a map that projects share counts in each of them. */
export function listMapSizes(db: Kysely<Database>) {
  return db
    .selectFrom((from) =>
      from
        .selectFrom('artifact')
        .innerJoin('source_map', 'source_map.id', 'artifact.map_id')
        .select(['artifact.project_id', 'source_map.id', 'source_map.size_bytes'])
        .distinct()
        .as('map'),
    )
    .innerJoin('project', 'project.id', 'map.project_id')
    .select(({ fn }) => [
      'project.id as projectId',
      'project.slug as projectSlug',
      fn.countAll<number>().as('maps'),
      fn.sum<number>('map.size_bytes').as('sizeBytes'),
    ])
    .groupBy(['project.id', 'project.slug'])
    .execute()
}

/** What these maps take together, each counted once. */
export async function sumMapSizes(db: Kysely<Database>, mapIds: readonly number[]): Promise<number> {
  const { sizeBytes } = await db
    .selectFrom('source_map')
    .select(({ fn }) => fn.sum<number | null>('size_bytes').as('sizeBytes'))
    .where('id', 'in', mapIds)
    .executeTakeFirstOrThrow()
  return sizeBytes ?? 0
}

/** Deletes an upload, and the maps and texts that no other needs. Returns false if there is none. */
export async function deleteBundle(store: Store, projectId: number, checksum: string): Promise<boolean> {
  const isDeleted = await store.writeInTurn((trx) => removeBundle(trx, projectId, checksum), 'maps')
  if (isDeleted) await deleteUnusedMaps(store)
  return isDeleted
}

async function removeBundle(
  trx: Transaction<Database>,
  projectId: number,
  checksum: string,
): Promise<boolean> {
  const isOfBundle = { project_id: projectId, checksum }
  await trx
    .deleteFrom('artifact')
    .where((eb) => eb.and(isOfBundle))
    .execute()
  const { numDeletedRows } = await trx
    .deleteFrom('artifact_bundle')
    .where((eb) => eb.and(isOfBundle))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes uploads, those first that were not used for longest, until the limits are met. The newest one stays. */
export async function deleteBeyondLimits(store: Store, space: SourceMapSpace): Promise<void> {
  for (;;) {
    const sizes = await listMapSizes(store.db)
    const total = sizes.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    const full = sizes.find(({ sizeBytes }) => sizeBytes > space.projectBytes)
    if (!full && total <= space.totalBytes) return
    const oldest = await findLeastUsed(store.db, full?.projectId)
    if (!oldest || !(await deleteBundle(store, oldest.projectId, oldest.checksum))) return
  }
}

/** The upload that was not used for longest; undefined if there is only one. */
async function findLeastUsed(db: Kysely<Database>, projectId: number | undefined) {
  const [first, second] = await db
    .selectFrom('artifact')
    .select(({ fn }) => ['project_id as projectId', 'checksum', fn.max('used_at').as('usedAt')])
    .$if(projectId !== undefined, (query) => query.where('project_id', '=', projectId ?? 0))
    .groupBy(['project_id', 'checksum'])
    .orderBy('usedAt')
    .orderBy('checksum')
    .limit(2)
    .execute()
  return second && first
}
