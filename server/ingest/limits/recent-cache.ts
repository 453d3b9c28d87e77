import { LRUCache } from 'lru-cache'

/**
 * Caches values for a moment, so that a busy sender costs one query a second, and a change by another process takes
 * effect within that second. A clock that jumps, either way, makes it ask again.
 */
export function createRecentCache<Key extends string | number, Value>(
  entries: number,
  freshMs: number,
  find: (key: Key) => Promise<Value>,
): (key: Key, now: number) => Promise<Value> {
  const remembered = new LRUCache<Key, { value: Promise<Value>; askedAt: number }>({ max: entries })
  return (key, now) => {
    const known = remembered.get(key)
    if (known && Math.abs(now - known.askedAt) < freshMs) return known.value
    const value = find(key)
    remembered.set(key, { value, askedAt: now })
    value.catch(() => remembered.delete(key))
    return value
  }
}
