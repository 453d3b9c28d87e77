import { LRUCache } from 'lru-cache'
import type { BrowserRows } from '#server/store/memory/browser-rows.ts'

/** Keeps rows in the memory of the one process that there is. The oldest go first, and a restart forgets them. */
export function createOwnRows(clock: () => number, most = 10_000): BrowserRows {
  const rows = new LRUCache<string, { data: Uint8Array; endsAt: number }>({ max: most })
  function read(name: string): Uint8Array | undefined {
    const row = rows.get(name)
    return row !== undefined && clock() < row.endsAt ? row.data : undefined
  }
  return {
    put: (name, data, lifeMs) => void rows.set(name, { data, endsAt: clock() + lifeMs }),
    read,
    take(name) {
      const data = read(name)
      rows.delete(name)
      return data
    },
  }
}
