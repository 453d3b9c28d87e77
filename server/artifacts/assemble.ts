import { createHash } from 'node:crypto'
import { resolveUrl } from '#server/sourcemaps/artifact-urls.ts'
import { compileMap } from '#server/sourcemaps/compile.ts'
import type { Store } from '#server/store/engine/store.ts'
import {
  deleteIdleArtifacts,
  type NewArtifact,
  replaceArtifacts,
  saveBundle,
} from '#server/store/sourcemaps/artifacts.ts'
import { findMapId, storeMap } from '#server/store/sourcemaps/compiled-maps.ts'
import { deleteChunks, joinChunks } from './chunks.ts'
import { type Bundle, BundleError, type BundleFile, openBundle } from './read-bundle.ts'

/** A bundle whose chunks are all here. */
export interface AssembleJob {
  folder: string
  tokenId: number
  projectIds: number[]
  checksum: string
  chunks: string[]
  release: string | null
  dist: string | null
  tool: string | null
  /** Milliseconds since the epoch. */
  now: number
}

/**
 * Puts a bundle together, compiles its maps and registers its files for each project. Whatever is wrong with it ends up in
 * the bundle's state, which the uploading tool asks for.
 */
export async function assemble(store: Store, job: AssembleJob): Promise<void> {
  try {
    const path = joinChunks(job.folder, job)
    if (typeof path !== 'string') throw new BundleError(path.refusal)
    const bundle = await openBundle(path)
    try {
      const artifacts = await readArtifacts(store, bundle, job)
      await finish(store, job, 'ok', describe(artifacts), artifacts)
    } finally {
      bundle.close()
    }
    deleteChunks(job.folder, job.tokenId, job.chunks, job.checksum)
    await deleteIdleArtifacts(store, job.now)
  } catch (error) {
    if (!(error instanceof BundleError)) throw error
    await finish(store, job, 'error', `Cannot use the bundle: ${error.message}`, [])
    deleteChunks(job.folder, job.tokenId, job.chunks, job.checksum)
  }
}

type ReadArtifact = Omit<NewArtifact, 'project_id'>

async function readArtifacts(store: Store, { files }: Bundle, job: AssembleJob): Promise<ReadArtifact[]> {
  const artifacts: ReadArtifact[] = []
  for (const file of files) {
    const made = file.kind === 'map' ? await readMap(store, file, files, job) : { mapId: null, refusal: null }
    artifacts.push({
      checksum: job.checksum,
      kind: file.kind,
      url: file.url,
      debug_id: made.debugId ?? file.debugId ?? null,
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

interface ReadMap {
  mapId: number | null
  refusal: string | null
  debugId?: string | undefined
}

async function readMap(
  store: Store,
  file: BundleFile,
  files: BundleFile[],
  job: AssembleJob,
): Promise<ReadMap> {
  const bytes = await file.read()
  const script = await findScript(file, files)?.read()
  const hash = createHash('sha256')
    .update(bytes)
    .update(script ?? '')
    .digest('hex')
  const known = await findMapId(store.db, hash)
  if (known !== undefined) return { mapId: known, refusal: null }
  const map = compileMap(bytes, script)
  if ('refusal' in map) return { mapId: null, refusal: map.refusal }
  return {
    mapId: await storeMap(store, { hash, map, now: job.now }),
    refusal: null,
    debugId: file.debugId ?? map.debugId,
  }
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
  { projectIds, checksum, release, dist, tool, now }: AssembleJob,
  state: 'ok' | 'error',
  detail: string | null,
  artifacts: readonly ReadArtifact[],
): Promise<void> {
  await store.write(async (trx) => {
    for (const projectId of projectIds) {
      const rows = artifacts.map((artifact) => ({ ...artifact, project_id: projectId }))
      await replaceArtifacts(trx, { projectId, checksum }, rows)
      await saveBundle(trx, {
        project_id: projectId,
        checksum,
        state,
        detail,
        release,
        dist,
        tool: tool?.slice(0, 200) ?? null,
        created_at: now,
      })
    }
  })
}
