import type { Store } from '#server/store/engine/store.ts'
import { listEnvironmentNames } from '#server/store/projects/environments.ts'

/** A new environment may wait so long before it is offered; it is asked for with most pages. */
const CACHED_MS = 10_000

export interface ProjectEnvironments {
  /** Lists the environments of all projects by name, at most twenty. */
  listEnvironments(): Promise<readonly string[]>
}

export type ListEnvironments = ProjectEnvironments['listEnvironments']

/** The names are remembered for each store, since one that is limited to some projects has others. */
export function rememberEnvironments(clock: () => number): (store: Store) => Promise<readonly string[]> {
  const ofStores = new WeakMap<Store, { names: Promise<readonly string[]>; readAt: number }>()
  return (store) => {
    const now = clock()
    const kept = ofStores.get(store)
    // A clock that was set back must not keep the names.
    if (kept !== undefined && Math.abs(now - kept.readAt) < CACHED_MS) return kept.names
    const names = listEnvironmentNames(store.db)
    ofStores.set(store, { names, readAt: now })
    names.catch(() => ofStores.delete(store))
    return names
  }
}
