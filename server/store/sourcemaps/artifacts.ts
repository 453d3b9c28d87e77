import type { Kysely, Selectable, Transaction } from 'kysely'
import { fileNameOf } from '#server/processing/source-maps/artifact-urls.ts'
import { DAY_MS } from '#server/protocol/time.ts'
import { type Asking, ask } from '#server/store/engine/asking.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { deleteAbandonedMaps, deleteUnusedMaps } from './settled-maps.ts'
import { mappedBuilds, markDue } from './waiting-stacks.ts'

export type BundleRow = Selectable<Database['artifact_bundle']>
export type NewArtifact = Omit<Selectable<Database['artifact']>, 'id' | 'used_at' | 'file_name'>

export function findBundle(
  db: Kysely<Database>,
  projectId: number,
  checksum: string,
): Promise<BundleRow | undefined> {
  return db
    .selectFrom('artifact_bundle')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('checksum', '=', checksum)
    .executeTakeFirst()
}

/** Adds the bundle, or begins again with one that failed. */
export async function saveBundle(trx: Transaction<Database>, bundle: BundleRow): Promise<void> {
  await trx
    .insertInto('artifact_bundle')
    .values(bundle)
    .onConflict((conflict) => conflict.columns(['project_id', 'checksum']).doUpdateSet(bundle))
    .execute()
}

/** Replaces what a bundle contained before. Issues that waited for one of its maps are due from now on. */
export async function replaceArtifacts(
  trx: Transaction<Database>,
  { projectId, checksum }: { projectId: number; checksum: string },
  artifacts: readonly NewArtifact[],
): Promise<void> {
  await trx
    .deleteFrom('artifact')
    .where('project_id', '=', projectId)
    .where('checksum', '=', checksum)
    .execute()
  for (const artifact of artifacts)
    await trx
      .insertInto('artifact')
      .values({ ...artifact, file_name: fileNameOf(artifact.url), used_at: artifact.created_at })
      .execute()
  await markDue(trx, projectId, mappedBuilds(artifacts))
}

/**
 * Marks what events noted while an upload was registered: they had looked for its maps before, and others saw that they wait
 * only after. Whoever looks from now on finds the maps.
 */
export async function markLateStacks(
  store: Store,
  projectIds: readonly number[],
  artifacts: readonly Omit<NewArtifact, 'project_id'>[],
): Promise<void> {
  const builds = mappedBuilds(artifacts)
  if (builds.length === 0) return
  await store.settle(projectIds)
  await store.write(async (trx) => {
    for (const projectId of projectIds) await markDue(trx, projectId, builds)
  })
}

export type ArtifactRow = Selectable<Database['artifact']>

/** As many uploads of one file are looked at, the latest first. */
const MOST_UPLOADS = 20

export function listArtifactsByDebugId(
  db: Kysely<Database>,
  projectId: number,
  debugId: string,
): Asking<ArtifactRow[]> {
  return ask(
    db
      .selectFrom('artifact')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('debug_id', '=', debugId)
      .orderBy('id', 'desc')
      .limit(MOST_UPLOADS),
  )
}

export function listArtifactsByUrl(
  db: Kysely<Database>,
  projectId: number,
  urls: readonly string[],
): Asking<ArtifactRow[]> {
  return ask(
    db
      .selectFrom('artifact')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('url', 'in', urls)
      .orderBy('id', 'desc')
      .limit(MOST_UPLOADS),
  )
}

/** Lists the addresses of a release's scripts with a file name; more than one if it leads to none. */
export function* listScriptUrls(
  db: Kysely<Database>,
  { projectId, release, dist, fileName }: NamedScript,
): Asking<string[]> {
  const rows = yield* ask(
    db
      .selectFrom('artifact')
      .select('url')
      .distinct()
      .where('project_id', '=', projectId)
      .where('release', '=', release)
      .where('dist', 'is not distinct from', dist)
      .where('file_name', '=', fileName)
      .where('kind', '=', 'script')
      .limit(2),
  )
  return rows.map(({ url }) => url)
}

interface NamedScript {
  projectId: number
  release: string
  dist: string | null
  fileName: string
}

/** Whether another project has the debug id: an upload to the wrong project is a common mistake. */
export function* isDebugIdElsewhere(
  db: Kysely<Database>,
  projectId: number,
  debugId: string,
): Asking<boolean> {
  const rows = yield* ask(
    db
      .selectFrom('artifact')
      .select('id')
      .where('debug_id', '=', debugId)
      .where('project_id', '!=', projectId)
      .limit(1),
  )
  return rows.length > 0
}

export function* hasArtifacts(db: Kysely<Database>, projectId: number): Asking<boolean> {
  const rows = yield* ask(db.selectFrom('artifact').select('id').where('project_id', '=', projectId).limit(1))
  return rows.length > 0
}

export async function noteArtifactUses(
  trx: Transaction<Database>,
  ids: readonly number[],
  now: number,
): Promise<void> {
  await trx.updateTable('artifact').set({ used_at: now }).where('id', 'in', ids).execute()
}

/** Uploads are kept for as long as they are used, and for so long after. */
const IDLE_MS = 90 * DAY_MS

/** Deletes uploads of which no file was used for 90 days, and the maps and texts that no upload needs any more. */
export async function deleteIdleArtifacts(store: Store, now: number): Promise<void> {
  await store.writeInTurn(
    (trx) =>
      trx
        .deleteFrom('artifact')
        .where('used_at', '<', now - IDLE_MS)
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('artifact as mate')
                .select('mate.id')
                .whereRef('mate.project_id', '=', 'artifact.project_id')
                .whereRef('mate.checksum', '=', 'artifact.checksum')
                .where('mate.used_at', '>=', now - IDLE_MS),
            ),
          ),
        )
        .execute(),
    'maps',
  )
  await store.writeInTurn(
    (trx) =>
      trx
        .deleteFrom('artifact_bundle')
        .where('created_at', '<', now - IDLE_MS)
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('artifact')
                .select('artifact.id')
                .whereRef('artifact.project_id', '=', 'artifact_bundle.project_id')
                .whereRef('artifact.checksum', '=', 'artifact_bundle.checksum'),
            ),
          ),
        )
        .execute(),
    'maps',
  )
  await deleteUnusedMaps(store)
  await deleteAbandonedMaps(store, now)
}
