import { isFileFailure, isStorageFailure } from '#server/store/engine/storage-failure.ts'
import type { Commit } from '#server/writer/batch/commit.ts'
import type { createKnownProjects } from '#server/writer/batch/known-projects.ts'
import type { BatchStore } from '#server/writer/batch/store.ts'
import type { AloneResult, HeavySlice } from '#server/writer/messages.ts'

export type StoredSlice = { commit: Commit } | ({ commit: undefined } & AloneResult)

/**
 * Stores one part of a heavy envelope. Unlike a batch it is never processed again here, which would keep everybody
 * waiting: who prepared it does so.
 */
export function createSliceWriter(
  store: Pick<BatchStore, 'store' | 'areFresh'>,
  projects: ReturnType<typeof createKnownProjects>,
): (slice: HeavySlice) => StoredSlice {
  return (slice) => {
    const { batch } = slice
    if (batch === undefined) return { commit: undefined, result: 'not_stored', failure: slice.failure }
    try {
      projects.refresh()
      // its project is gone, or something of it came by another way: either is found when it is prepared once more
      const isFresh = projects.has(slice.projectId) || isEmpty(batch)
      if (!isFresh || !store.areFresh([batch])[0]) return { commit: undefined, result: 'repeated' }
      return { commit: store.store([batch], []) }
    } catch (error) {
      const isOurs = isStorageFailure(error) || isFileFailure(error)
      return { commit: undefined, result: isOurs ? 'not_stored' : 'internal', failure: String(error) }
    }
  }
}

function isEmpty({ events, spans, records }: NonNullable<HeavySlice['batch']>): boolean {
  return events.length === 0 && spans.blocks.length === 0 && records.length === 0
}
