import type { Transaction } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Store } from '#server/store/engine/store.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { limitQueries } from './limit-queries.ts'

/** The projects that somebody may see. `all` includes those that are created later. */
export type VisibleProjects = 'all' | readonly number[]

/** Each keeps what was read and compiled through it; accounts of the same teams share one. */
const MOST_SCOPES = 100

const scopes = new WeakMap<Store, LRUCache<string, Store>>()

/**
 * Gives the store as somebody sees it who may see these projects only: all that is read and written through it is limited to
 * them, transactions too. It is the same object for the same projects, so that whatever is remembered of a store is
 * remembered for those who see the same. Where all are visible it is the store itself, and queries are as they were.
 */
export function scopeStore(store: Store, visible: VisibleProjects): Store {
  if (visible === 'all') return store
  const key = [...visible].sort((a, b) => a - b).join()
  const ofStore = scopes.get(store) ?? new LRUCache<string, Store>({ max: MOST_SCOPES })
  scopes.set(store, ofStore)
  const known = ofStore.get(key)
  if (known !== undefined) return known
  const scoped = limitStore(store, [...new Set(visible)])
  ofStore.set(key, scoped)
  return scoped
}

type Work<T> = (trx: Transaction<Database>) => Promise<T>

function limitStore(store: Store, projectIds: readonly number[]): Store {
  const plugin = limitQueries(projectIds)
  const limit =
    <T>(work: Work<T>): Work<T> =>
    (trx) =>
      work(trx.withPlugin(plugin))
  return {
    db: store.db.withPlugin(plugin),
    write: (work) => store.write(limit(work)),
    settle: (ids) => store.settle(ids),
    writeInTurn: (work, turn) => store.writeInTurn(limit(work), turn),
    writeAlone: (ids, work) => store.writeAlone(ids, limit(work)),
    version: () => store.version(),
    close: () => store.close(),
  }
}
