import { isStorageFailure } from '#server/store/engine/storage-failure.ts'
import type { StoredSlice } from '#server/writer/heavy/slice-writer.ts'
import type { HeavySlice } from '#server/writer/messages.ts'
import type { createPostgresBatchStore } from './batch-store.ts'

/** Stores one part of a heavy envelope. Something of it may be there by another way: then it is prepared once more. */
export async function storeSlice(
  store: Pick<ReturnType<typeof createPostgresBatchStore>, 'storeSlice'>,
  slice: HeavySlice,
): Promise<StoredSlice> {
  if (slice.batch === undefined) return { commit: undefined, result: 'not_stored', failure: slice.failure }
  try {
    const commit = await store.storeSlice(slice.projectId, slice.batch)
    return commit === undefined ? { commit, result: 'repeated' } : { commit }
  } catch (error) {
    return {
      commit: undefined,
      result: isStorageFailure(error) ? 'not_stored' : 'internal',
      failure: String(error),
    }
  }
}
