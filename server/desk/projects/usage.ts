import type { Store } from '#server/store/engine/store.ts'
import { listStorageUse, type StorageUse } from '#server/store/maintenance/storage-use.ts'
import {
  type GroupedOutcomes,
  type OutcomeGroups,
  sumOutcomeGroups,
} from '#server/store/projects/outcome-hours.ts'
import { listMapSizes } from '#server/store/sourcemaps/bundles.ts'
import { createUsageReader, type Usage, type UsageScope } from './outcomes.ts'

export interface DeskUsage {
  /** Reads what became of all that was sent, by whole hours. */
  read(scope: UsageScope): Promise<Usage>
  /** Sums what became of items, by what is asked for. */
  sumOutcomes(groups: OutcomeGroups): Promise<GroupedOutcomes[]>
  /** Lists what is stored by project and category, the largest first; of all projects without `projectSlug`. */
  listStorage(projectSlug?: string): Promise<StorageUse[]>
}

export function createDeskUsage(store: Store, clock: () => number): DeskUsage {
  return {
    read: createUsageReader(store, clock),
    sumOutcomes: (groups) =>
      groups.projectIds.length === 0 ? Promise.resolve([]) : sumOutcomeGroups(store.db, groups),
    async listStorage(projectSlug) {
      const [counted, maps] = await Promise.all([
        listStorageUse(store.db, projectSlug),
        listMapSizes(store.db),
      ])
      const ofMaps = maps
        .filter((use) => projectSlug === undefined || use.projectSlug === projectSlug)
        .map(({ projectId, projectSlug, maps, sizeBytes }) => ({
          ...{ projectId, projectSlug, category: 'source_maps' as const },
          ...{ quantity: maps, bytes: sizeBytes },
        }))
      return [...counted, ...ofMaps].sort((a, b) => b.bytes - a.bytes)
    },
  }
}
