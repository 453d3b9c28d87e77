import { DEFAULT_SOURCE_MAP_SPACE, type SourceMapSpace } from '#server/protocol/limits.ts'
import type { Store } from '#server/store/engine/store.ts'
import {
  deleteIdleArtifacts,
  markLateStacks,
  replaceArtifacts,
  saveBundle,
} from '#server/store/sourcemaps/artifacts.ts'
import { deleteBeyondLimits } from '#server/store/sourcemaps/bundles.ts'
import { deleteMaps, MapGoneError, settleMaps } from '#server/store/sourcemaps/settled-maps.ts'
import { bundleRow, type ReadyJob } from './assemble-job.ts'
import { openHosted } from './hosted/open-hosted.ts'
import { type CompiledJob, type JobMaps, type ReadArtifact, readArtifacts } from './read-artifacts.ts'
import { type Bundle, BundleError, openBundle } from './read-bundle.ts'
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
  const maps = noMaps()
  try {
    const bundle = await open(job)
    try {
      await register(store, bundle, { ...job, space, maps })
    } finally {
      bundle.close()
    }
    await deleteIdleArtifacts(store, job.now)
    await deleteBeyondLimits(store, space)
  } catch (error) {
    if (!(error instanceof BundleError)) throw error
    await finish(store, { ...job, maps: noMaps() }, 'error', `Cannot use the bundle: ${error.message}`, [])
    await deleteMaps(store, maps.stored.values())
  }
}

const noMaps = (): JobMaps => ({ found: new Map(), stored: new Map() })

/** If all other uploads of a map are deleted in the meantime, the map is compiled after all. */
async function register(store: Store, bundle: Bundle, job: CompiledJob): Promise<void> {
  for (;;) {
    const artifacts = await readArtifacts(store, bundle, job)
    try {
      await finish(store, job, 'ok', describe(artifacts), artifacts)
      return await markLateStacks(store, job.projectIds, artifacts)
    } catch (error) {
      if (!(error instanceof MapGoneError)) throw error
      job.maps.found.clear()
    }
  }
}

async function open({ from }: ReadyJob): Promise<Bundle> {
  if ('path' in from) return openFolder(from)
  return 'map' in from ? openHosted(from) : openBundle(from.archive)
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
  job: Omit<CompiledJob, 'space'>,
  state: 'ok' | 'error',
  detail: string | null,
  artifacts: readonly ReadArtifact[],
): Promise<void> {
  const { projectIds, checksum, maps } = job
  await store.writeInTurn(async (trx) => {
    const settled = await settleMaps(trx, new Map([...maps.found, ...maps.stored]))
    for (const projectId of projectIds) {
      const rows = artifacts.map(({ map_id, ...artifact }) => ({
        ...{ ...artifact, project_id: projectId },
        map_id: map_id && (settled.get(map_id) ?? null),
      }))
      await replaceArtifacts(trx, { projectId, checksum }, rows)
      await saveBundle(trx, bundleRow(job, projectId, state, detail))
    }
  }, 'maps')
}
