import type { Store } from '#server/store/engine/store.ts'
import { listStorageUse, type StorageUse } from '#server/store/maintenance/storage-use.ts'
import { createUsageReader, type Usage, type UsageScope } from './outcomes.ts'

export interface DeskUsage {
  /** Reads what became of all that was sent, by whole hours: at least twelve. */
  read(scope: UsageScope): Promise<Usage>
  /** Lists what is stored by project and category, the largest first; of all projects without `projectSlug`. */
  listStorage(projectSlug?: string): Promise<StorageUse[]>
}

export function createDeskUsage(store: Store, clock: () => number): DeskUsage {
  return {
    read: createUsageReader(store, clock),
    listStorage: (projectSlug) => listStorageUse(store.db, projectSlug),
  }
}
