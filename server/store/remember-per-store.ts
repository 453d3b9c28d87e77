import type { Kysely } from 'kysely'
import { rememberReads } from './remember.ts'
import type { Database } from './schema.ts'
import type { Store } from './store.ts'

/** `rememberReads()` for what is asked through desks, of which each request has its own. */
export function rememberPerStore<Key, Value>(
  read: (db: Kysely<Database>, key: Key, now: number) => Promise<Value>,
): (store: Store, clock: () => number, key: Key) => Promise<Value> {
  const ofStores = new WeakMap<Store, (key: Key) => Promise<Value>>()
  return (store, clock, key) => {
    const known = ofStores.get(store)
    if (known) return known(key)
    const remembering = rememberReads(store, clock, (asked: Key) => read(store.db, asked, clock()))
    ofStores.set(store, remembering)
    return remembering(key)
  }
}
