import { createHash } from 'node:crypto'
import { resolveUrl } from '#server/processing/source-maps/artifact-urls.ts'
import type { SourceMapSpace } from '#server/protocol/limits.ts'
import { compileMap } from '#server/sourcemaps/compile.ts'
import { readDebugId } from '#server/sourcemaps/read-map.ts'
import { readScriptComments } from '#server/sourcemaps/script-comments.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { NewArtifact } from '#server/store/sourcemaps/artifacts.ts'
import { sumMapSizes } from '#server/store/sourcemaps/bundles.ts'
import { findMapId } from '#server/store/sourcemaps/settled-maps.ts'
import { storeMap } from '#server/store/sourcemaps/store-map.ts'
import type { ReadyJob } from './assemble-job.ts'
import { wayOut } from './pending-space.ts'
import { type Bundle, BundleError, type BundleFile } from './read-bundle.ts'

/** The maps of a job by the hashes of their files: those that other uploads have too, and those that it stored itself. */
export interface JobMaps {
  found: Map<string, number>
  stored: Map<string, number>
}

export interface CompiledJob extends ReadyJob {
  space: SourceMapSpace
  maps: JobMaps
}

export type ReadArtifact = Omit<NewArtifact, 'project_id'>

/** What was fetched was found by its address, so that it is found by that, too, if the event does not say its id. */
function idsOf(file: BundleFile, made: ReadFile, { from }: ReadyJob): Iterable<string | undefined> {
  return new Set([file.debugId ?? made.debugIds[0], ...made.debugIds, ...('map' in from ? [undefined] : [])])
}

/** Reads the files of a bundle, and compiles its maps. */
export async function readArtifacts(
  store: Store,
  { files }: Bundle,
  job: CompiledJob,
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
  { now, maps }: CompiledJob,
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
  const stored = maps.stored.get(hash)
  if (stored !== undefined) return { mapId: stored, refusal: null, debugIds }
  const found = await findMapId(store.db, hash)
  if (found !== undefined) {
    maps.found.set(hash, found)
    return { mapId: found, refusal: null, debugIds }
  }
  const map = compileMap(bytes, script)
  if ('refusal' in map) return { mapId: null, refusal: map.refusal, debugIds }
  const mapId = await storeMap(store, { hash, map, now })
  maps.stored.set(hash, mapId)
  return { mapId, refusal: null, debugIds }
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
