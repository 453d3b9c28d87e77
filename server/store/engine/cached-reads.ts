import { LRUCache } from 'lru-cache'
import type { Store } from './store.ts'

/** What is read may depend on the time: whether a session is still one. */
const FORGET_MS = 1_000
const MOST_KEYS = 1_000

export interface RememberOptions {
  /** Answers that are kept. */
  most?: number
}

interface Remembered<Value> {
  value: Promise<Value>
  version: number
  until: number
}

/**
 * Answers from memory what nothing has been written to since, by whichever process: for what every request asks. Nobody
 * may change what it gives.
 */
export function rememberReads<Key extends string | number, Value>(
  store: Pick<Store, 'version'>,
  clock: () => number,
  read: (key: Key) => Promise<Value>,
  { most = MOST_KEYS }: RememberOptions = {},
): (key: Key) => Promise<Value> {
  const remembered = new LRUCache<Key, Remembered<Value>>({ max: most })
  return (key) => {
    const now = clock()
    const version = store.version()
    const known = remembered.get(key)
    // a clock that was set back must not keep it
    if (known?.version === version && now < known.until && now >= known.until - FORGET_MS) return known.value
    const entry = { value: read(key), version, until: now + FORGET_MS }
    remembered.set(key, entry)
    entry.value.catch(() => remembered.delete(key))
    return entry.value
  }
}
