import type { Store } from './store.ts'

/** How long another process's writes, the CLI's, may go unseen. */
const FORGET_MS = 1_000
const MOST_KEYS = 1_000

interface Remembered<Value> {
  value: Promise<Value>
  version: number
  until: number
}

/**
 * Answers from memory what nothing has been written to since: for what every request asks. Whatever this process
 * writes counts at once, whatever another one does within a second. Nobody may change what it gives.
 */
export function rememberReads<Key, Value>(
  { version }: Pick<Store, 'version'>,
  clock: () => number,
  read: (key: Key) => Promise<Value>,
): (key: Key) => Promise<Value> {
  const remembered = new Map<Key, Remembered<Value>>()
  return (key) => {
    const now = clock()
    const known = remembered.get(key)
    // a clock that was set back must not keep it
    if (known?.version === version() && now < known.until && now >= known.until - FORGET_MS)
      return known.value
    if (remembered.size >= MOST_KEYS) remembered.clear() // somebody is guessing
    const entry = { value: read(key), version: version(), until: now + FORGET_MS }
    remembered.set(key, entry)
    entry.value.catch(() => remembered.delete(key))
    return entry.value
  }
}
