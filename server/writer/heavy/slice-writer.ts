import type { DatabaseSync } from 'node:sqlite'
import { isFileFailure, isStorageFailure } from '#server/store/engine/storage-failure.ts'
import type { Commit } from '#server/writer/batch/commit.ts'
import { createKnownProjects } from '#server/writer/batch/known-projects.ts'
import { isEmptyBatch, type PreparedBatch } from '#server/writer/batch/prepare.ts'
import type { BatchStore } from '#server/writer/batch/store.ts'
import type { AloneResult, HeavySlice } from '#server/writer/messages.ts'
import { attempt, runNow, type Work } from '#server/writer/work.ts'

export type StoredSlice = { commit: Commit } | ({ commit: undefined } & AloneResult)

/** Stores a prepared part. Undefined if its project no longer exists, or something of the part is stored already. */
export type StoreSlice = (
  projectId: number,
  batch: PreparedBatch,
) => Commit | undefined | Promise<Commit | undefined>

/**
 * Stores one part of a heavy envelope. Unlike a batch it is never processed again here, which would keep everybody
 * waiting: who prepared it does so.
 */
export function* writeSlice(slice: HeavySlice, store: StoreSlice): Work<StoredSlice> {
  const { projectId, batch } = slice
  if (batch === undefined) return { commit: undefined, result: 'not_stored', failure: slice.failure }
  try {
    const commit = yield* attempt(() => store(projectId, batch))
    return commit === undefined ? { commit, result: 'repeated' } : { commit }
  } catch (error) {
    const isOurs = isStorageFailure(error) || isFileFailure(error)
    return { commit: undefined, result: isOurs ? 'not_stored' : 'internal', failure: String(error) }
  }
}

/** Writes to SQLite in this thread. */
export function createSliceWriter(
  connection: DatabaseSync,
  store: Pick<BatchStore, 'store' | 'areFresh'>,
): (slice: HeavySlice) => StoredSlice {
  const projects = createKnownProjects(connection)
  const storeSlice = (projectId: number, batch: PreparedBatch) => {
    projects.refresh()
    const isWanted = projects.has(projectId) || isEmptyBatch(batch)
    return isWanted && store.areFresh([batch])[0] ? store.store([batch], []) : undefined
  }
  return (slice) => runNow(writeSlice(slice, storeSlice))
}
