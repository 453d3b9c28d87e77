/**
 * Caches values for a moment, so that a busy sender costs one query a second, and a change by another process takes
 * effect within that second. A clock that jumps, either way, makes it ask again.
 */
export function createRecentCache<Key, Value>(
  entries: number,
  freshMs: number,
  find: (key: Key) => Promise<Value>,
): (key: Key, now: number) => Promise<Value> {
  const remembered = new Map<Key, { value: Promise<Value>; askedAt: number }>()
  return (key, now) => {
    const known = remembered.get(key)
    if (known && Math.abs(now - known.askedAt) < freshMs) return known.value
    if (remembered.size >= entries) remembered.clear() // A client is trying many keys.
    const value = find(key)
    remembered.set(key, { value, askedAt: now })
    value.catch(() => remembered.delete(key))
    return value
  }
}
