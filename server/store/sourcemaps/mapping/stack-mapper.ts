import type { DatabaseSync } from 'node:sqlite'
import type { MapStacks } from '#server/processing/source-maps/stack-mapping.ts'
import { findSources } from '#server/store/sourcemaps/find-sources.ts'
import { createVersionReader } from '#server/store/sqlite/pragmas.ts'
import { createSyncReader } from '#server/store/sqlite/sync-reader.ts'
import { createStackMapping } from './stack-mapping.ts'
import { createTimeShare } from './time-share.ts'

export interface StackMapper {
  /** Once a batch: forgets what was not found, if something was uploaded since. */
  refresh(): void
  /** Undefined for a project that has uploaded nothing. */
  of(projectId: number, now: number): MapStacks | undefined
}

/**
 * Maps events while they are processed, for a thread that does one thing at a time. Where many different stacks come, it
 * looks up as many as a part of the thread's time allows; the others are processed as they were sent, and their issues are
 * mapped afterwards.
 */
export function createStackMapper(
  connection: DatabaseSync,
  { stopwatch = () => performance.now() }: { stopwatch?: (() => number) | undefined } = {},
): StackMapper {
  const reader = createSyncReader(connection)
  const readVersion = createVersionReader(connection)
  const findLatest = connection.prepare('select max(id) as id from artifact')
  const findAny = connection.prepare('select 1 from artifact where project_id = ? limit 1')
  const share = createTimeShare(stopwatch)
  const mapping = createStackMapping((event, projectId, frames) =>
    share.run(() => reader.answer(findSources(reader.db, { ...event, projectId }, frames))),
  )
  const uploaded = new Map<number, boolean>()
  let version: number | undefined
  let latest: unknown = null

  function hasUploaded(projectId: number): boolean {
    if (latest === null) return false
    const known = uploaded.get(projectId) ?? findAny.get(projectId) !== undefined
    uploaded.set(projectId, known)
    return known
  }

  return {
    refresh() {
      const current = readVersion()
      if (current === version) return
      version = current
      const newest = findLatest.get()?.id ?? null
      if (newest === latest) return
      latest = newest
      mapping.forget()
      uploaded.clear()
    },
    of(projectId, now) {
      if (!hasUploaded(projectId)) return undefined
      return mapping.of(projectId, now)
    },
  }
}
