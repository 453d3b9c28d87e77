import type { Store } from '#server/store/engine/store.ts'
import { type BundleRow, findBundle } from '#server/store/sourcemaps/artifacts.ts'

export interface DeskSourceMaps {
  /** Lists how far an upload is in each project; undefined where it is unknown. */
  listBundles(projectIds: readonly number[], checksum: string): Promise<(BundleRow | undefined)[]>
}

export function createDeskSourceMaps({ db }: Store): DeskSourceMaps {
  return {
    listBundles: (projectIds, checksum) => Promise.all(projectIds.map((id) => findBundle(db, id, checksum))),
  }
}
