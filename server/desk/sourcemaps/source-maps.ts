import { systemRandom } from '#server/accounts/secrets.ts'
import { createToken } from '#server/accounts/tokens.ts'
import type { Actor } from '#server/models/accounts/actor.ts'
import { RELEASE_SCOPES } from '#server/models/accounts/scopes.ts'
import type { SourceMapOverview } from '#server/models/source-maps.ts'
import { DEFAULT_SOURCE_MAP_SPACE, type SourceMapSpace } from '#server/protocol/limits.ts'
import { DAY_MS } from '#server/protocol/time.ts'
import type { Store } from '#server/store/engine/store.ts'
import { findProjectRow } from '#server/store/projects/projects.ts'
import { type BundleRow, findBundle } from '#server/store/sourcemaps/artifacts.ts'
import { countBundles, deleteBundle, listBundles, listMapSizes } from '#server/store/sourcemaps/bundles.ts'
import { readCoverage } from './coverage.ts'
import { createDeskHostedMaps, type DeskHostedMaps, readHosted } from './hosted-maps.ts'

export interface DeskSourceMaps {
  /** Where tools upload: the desk's address. */
  address: string
  /** Lists how far an upload is in each project; undefined where it is unknown. */
  listBundles(projectIds: readonly number[], checksum: string): Promise<(BundleRow | undefined)[]>
  /** Reads what a project uploaded, and how many frames of its newest events that explains. */
  readOverview(project: { id: number; slug: string }): Promise<SourceMapOverview>
  /** Deletes an upload for good; false if there is none. */
  deleteUpload(projectSlug: string, checksum: string): Promise<boolean>
  hosted: DeskHostedMaps
  /**
   * Creates a token that can only upload, for this project alone, and carries the desk's address. It cannot be read again.
   * Undefined if there is no such project.
   */
  createUploadToken(projectSlug: string): Promise<string | undefined>
}

const MOST_LISTED = 50

interface SourceMapsOptions {
  /** A map is deleted when no project needs it, whoever sees that project. */
  whole: Store
  clock: () => number
  by: Actor
  publicUrl: string
  space?: SourceMapSpace | undefined
}

export function createDeskSourceMaps(
  store: Store,
  { whole, clock, by, publicUrl, space = DEFAULT_SOURCE_MAP_SPACE }: SourceMapsOptions,
): DeskSourceMaps {
  const { db } = store
  return {
    address: publicUrl,
    listBundles: (projectIds, checksum) => Promise.all(projectIds.map((id) => findBundle(db, id, checksum))),
    async readOverview(project) {
      const [coverage, bundles, count, sizes, hosted] = await Promise.all([
        readCoverage(db, project, clock() - DAY_MS),
        listBundles(db, project.id, MOST_LISTED),
        countBundles(db, project.id),
        listMapSizes(db),
        readHosted(db, project.id),
      ])
      return {
        coverage,
        uploads: bundles.map(({ files, sizeBytes, ...bundle }) => ({
          ...bundle,
          files: files ?? 0,
          sizeBytes: sizeBytes ?? 0,
        })),
        moreUploads: count - bundles.length,
        sizeBytes: sizes.find(({ projectId }) => projectId === project.id)?.sizeBytes ?? 0,
        limitBytes: Math.min(space.projectBytes, space.totalBytes),
        hosted,
      }
    },
    async deleteUpload(projectSlug, checksum) {
      const project = await findProjectRow(db, projectSlug)
      return project !== undefined && deleteBundle(whole, project.id, checksum)
    },
    hosted: createDeskHostedMaps(store, clock),
    async createUploadToken(projectSlug) {
      const given = { scopes: RELEASE_SCOPES, now: clock(), random: systemRandom, by, publicUrl }
      const name = `uploads of ${projectSlug}`.slice(0, 80)
      return store.write(async (trx) => {
        const project = await findProjectRow(trx, projectSlug)
        if (project === undefined) return undefined
        const { token } = await createToken(trx, { name, projectIds: [project.id], ...given })
        return token
      })
    },
  }
}
