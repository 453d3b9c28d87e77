import type { Store } from '#server/store/engine/store.ts'
import { findOldestArrival } from '#server/store/events/events.ts'
import { listStorageUse, type StorageUse } from '#server/store/maintenance/storage-use.ts'

export interface DeskUsage {
  /** What is stored, by project and category, the largest first; of one project if it is named. */
  listStorageUse(projectSlug?: string): Promise<StorageUse[]>
  /** When the oldest event arrived that is kept of an issue; undefined without any. */
  findOldestKept(issueId: number): Promise<number | undefined>
}

export function createDeskUsage({ db }: Store): DeskUsage {
  return {
    listStorageUse: (projectSlug) => listStorageUse(db, projectSlug),
    findOldestKept: (issueId) => findOldestArrival(db, issueId),
  }
}
