import type { Store } from '#server/store/engine/store.ts'
import { listEnvironmentNames } from '#server/store/projects/environments.ts'

/** A new environment may wait so long before it is offered; it is asked for with most pages. */
const CACHED_MS = 10_000

export interface ProjectEnvironments {
  /** Lists the environments of all projects by name, at most twenty. */
  listEnvironments(): Promise<readonly string[]>
}

export type ListEnvironments = ProjectEnvironments['listEnvironments']

export function rememberEnvironments({ db }: Pick<Store, 'db'>, clock: () => number): ListEnvironments {
  let kept: { names: Promise<readonly string[]>; readAt: number } | undefined
  return () => {
    const now = clock()
    // A clock that was set back must not keep the names.
    if (kept !== undefined && Math.abs(now - kept.readAt) < CACHED_MS) return kept.names
    const names = listEnvironmentNames(db)
    kept = { names, readAt: now }
    names.catch(() => {
      kept = undefined
    })
    return names
  }
}
