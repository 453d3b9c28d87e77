import { type RememberOptions, rememberReads } from './cached-reads.ts'
import type { Store } from './store.ts'

/** `rememberReads()` for what is asked through desks, of which each request has its own. */
export function rememberPerStore<Key extends string | number, Value>(
  read: (store: Store, key: Key, clock: () => number) => Promise<Value>,
  options?: RememberOptions,
): (store: Store, clock: () => number, key: Key) => Promise<Value> {
  const ofStores = new WeakMap<Store, (key: Key) => Promise<Value>>()
  return (store, clock, key) => {
    const known = ofStores.get(store)
    if (known) return known(key)
    const remembering = rememberReads(store, clock, (asked: Key) => read(store, asked, clock), options)
    ofStores.set(store, remembering)
    return remembering(key)
  }
}
