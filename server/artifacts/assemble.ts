import { createHash } from 'node:crypto'
import { resolveUrl } from '#server/processing/source-maps/artifact-urls.ts'
import { DEFAULT_SOURCE_MAP_SPACE, type SourceMapSpace } from '#server/protocol/limits.ts'
import { compileMap } from '#server/sourcemaps/compile.ts'
import { readDebugId } from '#server/sourcemaps/read-map.ts'
import { readScriptComments } from '#server/sourcemaps/script-comments.ts'
import type { Store } from '#server/store/engine/store.ts'
import {
  deleteIdleArtifacts,
  deleteUnusedMaps,
  type NewArtifact,
  replaceArtifacts,
  saveBundle,
} from '#server/store/sourcemaps/artifacts.ts'
import { deleteBeyondLimits, sumMapSizes } from '#server/store/sourcemaps/bundles.ts'
import { findMapId, storeMap } from '#server/store/sourcemaps/compiled-maps.ts'
import { bundleRow, type ReadyJob } from './assemble-job.ts'
import { openHosted } from './hosted/open-hosted.ts'
import { wayOut } from './pending-space.ts'
import { type Bundle, BundleError, type BundleFile, openBundle } from './read-bundle.ts'
import { openFolder } from './read-folder.ts'

/**
 * Reads a bundle, compiles its maps and registers its files for each project. Whatever is wrong with it ends up in
 * the bundle's state, which the uploading tool asks for.
 */
export async function assemble(
  store: Store,
  job: ReadyJob,
  space: SourceMapSpace = DEFAULT_SOURCE_MAP_SPACE,
): Promise<void> {
  try {
    const bundle = await open(job)
    try {
      const artifacts = await readArtifacts(store, bundle, { ...job, space })
      await finish(store, job, 'ok', describe(artifacts), artifacts)
    } finally {
      bundle.close()
    }
    await deleteIdleArtifacts(store, job.now)
    await deleteBeyondLimits(store, space)
  } catch (error) {
    if (!(error instanceof BundleError)) throw error
    await finish(store, job, 'error', `Cannot use the bundle: ${error.message}`, [])
    await deleteUnusedMaps(store) // it has none, but some may have been compiled
  }
}

async function open({ from }: ReadyJob): Promise<Bundle> {
  if ('path' in from) return openFolder(from)
  return 'map' in from ? openHosted(from) : openBundle(from.archive)
}

type ReadArtifact = Omit<NewArtifact, 'project_id'>

/** What was fetched was found by its address, so that it is found by that, too, if the event does not say its id. */
function idsOf(file: BundleFile, made: ReadFile, { from }: ReadyJob): Iterable<string | undefined> {
  return new Set([file.debugId ?? made.debugIds[0], ...made.debugIds, ...('map' in from ? [undefined] : [])])
}

async function readArtifacts(
  store: Store,
  { files }: Bundle,
  job: ReadyJob & { space: SourceMapSpace },
): Promise<ReadArtifact[]> {
  const artifacts: ReadArtifact[] = []
  const mapIds = new Set<number>()
  for (const file of files) {
    const made = file.kind === 'map' ? await readMap(store, file, files, job) : await readScript(file)
    if (made.mapId !== null) {
      mapIds.add(made.mapId)
      requireSpace(await sumMapSizes(store.db, [...mapIds]), job.space)
    }
    for (const debugId of idsOf(file, made, job))
      artifacts.push({
        checksum: job.checksum,
        kind: file.kind,
        url: file.url,
        debug_id: debugId ?? null,
        release: job.release,
        dist: job.dist,
        map_id: made.mapId,
        map_url: file.mapUrl ?? null,
        refusal: made.refusal,
        created_at: job.now,
      })
  }
  return artifacts
}

/** Other uploads make room for this one, but nothing makes room for one that is larger than all may be. */
function requireSpace(sizeBytes: number, { projectBytes, totalBytes }: SourceMapSpace): void {
  const isOfProject = projectBytes <= totalBytes
  const most = isOfProject ? projectBytes : totalBytes
  if (sizeBytes > most)
    throw new BundleError(
      `its maps take more than ${isOfProject ? 'the maps of a project' : 'all source maps'} may. ` +
        wayOut(isOfProject ? 'SOURCE_MAPS_PROJECT_MIB' : 'SOURCE_MAPS_TOTAL_MIB', most),
    )
}

/** Two tools may have added an id each. Which of them an SDK sends depends on the order of their lines, so all count. */
async function readScript(file: BundleFile): Promise<ReadFile> {
  const { debugIds } = readScriptComments(Buffer.from(await file.read()).toString())
  return { mapId: null, refusal: null, debugIds }
}

interface ReadFile {
  mapId: number | null
  refusal: string | null
  /** The debug ids that the file contains, and for a map, those of its script. */
  debugIds: string[]
}

async function readMap(
  store: Store,
  file: BundleFile,
  files: BundleFile[],
  { now }: ReadyJob,
): Promise<ReadFile> {
  const bytes = await file.read()
  const script = await findScript(file, files)?.read()
  const ofScript = script ? readScriptComments(Buffer.from(script).toString()).debugIds : []
  const debugIds = [readDebugId(bytes), ...ofScript].filter((id) => id !== undefined)
  const hash = createHash('sha256')
    .update(bytes)
    .update('\0')
    .update(script ?? '')
    .digest('hex')
  const known = await findMapId(store.db, hash)
  if (known !== undefined) return { mapId: known, refusal: null, debugIds }
  const map = compileMap(bytes, script)
  if ('refusal' in map) return { mapId: null, refusal: map.refusal, debugIds }
  return { mapId: await storeMap(store, { hash, map, now }), refusal: null, debugIds }
}

/** The script of a map: with the same debug id, else the one that names the map, else the one beside it. */
function findScript(map: BundleFile, files: readonly BundleFile[]): BundleFile | undefined {
  const scripts = files.filter(({ kind }) => kind === 'script')
  return (
    scripts.find(({ debugId }) => debugId !== undefined && debugId === map.debugId) ??
    scripts.find(({ url, mapUrl }) => mapUrl !== undefined && resolveUrl(url, mapUrl) === map.url) ??
    scripts.find(({ url }) => `${url}.map` === map.url)
  )
}

/** What was not taken, by name. */
function describe(artifacts: readonly ReadArtifact[]): string | null {
  const refused = artifacts.filter(({ refusal }) => refusal !== null)
  if (refused.length === 0) return null
  const named = refused.slice(0, 20).map(({ url, refusal }) => `Cannot use ${url}: ${refusal}`)
  return named.join('. ')
}

async function finish(
  store: Store,
  job: ReadyJob,
  state: 'ok' | 'error',
  detail: string | null,
  artifacts: readonly ReadArtifact[],
): Promise<void> {
  const { projectIds, checksum } = job
  await store.write(async (trx) => {
    for (const projectId of projectIds) {
      const rows = artifacts.map((artifact) => ({ ...artifact, project_id: projectId }))
      await replaceArtifacts(trx, { projectId, checksum }, rows)
      await saveBundle(trx, bundleRow(job, projectId, state, detail))
    }
  })
}
