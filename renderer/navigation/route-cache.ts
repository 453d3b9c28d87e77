import { limits } from './limits.ts'

/** What the cache has: data to use, data to show while it is requested again, or nothing. */
export type RouteState = 'fresh' | 'stale' | 'missed'

/** A page's payload as text, so that its size is known and every reader parses a copy of its own. */
export interface RoutePayload {
  body: string
  /** The `Date` header of the answer, by the server's clock. */
  answeredAt: string | null
}

export type FoundRoute = { state: 'fresh' | 'stale'; payload: RoutePayload } | { state: 'missed' }

export interface RouteCache {
  find(key: string): FoundRoute
  put(key: string, payload: RoutePayload): void
  /**
   * Drops the pages at and below these addresses. An address with a query only drops that page, and one
   * without drops all queries. Without addresses, everything is dropped.
   */
  drop(addresses?: readonly string[]): void
}

interface RouteCacheOptions {
  /** Milliseconds since the epoch. */
  clock: () => number
  maxEntries?: number
  maxBytes?: number
}

/** Payloads by `routeKey`. A `Map` keeps its keys in order, so the first is the least recently used. */
export function createRouteCache({
  clock,
  maxEntries = limits.routeEntries,
  maxBytes = limits.routeBytes,
}: RouteCacheOptions): RouteCache {
  const entries = new Map<string, { payload: RoutePayload; putAt: number }>()
  let bytes = 0
  const remove = (key: string): void => {
    const entry = entries.get(key)
    if (entry === undefined) return
    entries.delete(key)
    bytes -= sizeBytesOf(entry.payload)
  }
  return {
    find(key) {
      const entry = entries.get(key)
      if (entry === undefined) return { state: 'missed' }
      const ageMs = clock() - entry.putAt
      // A negative age means that the clock was set back, so the true age is unknown.
      if (ageMs < 0 || ageMs > limits.staleMs) {
        remove(key)
        return { state: 'missed' }
      }
      entries.delete(key)
      entries.set(key, entry)
      return { state: ageMs < limits.freshMs ? 'fresh' : 'stale', payload: entry.payload }
    },
    put(key, payload) {
      remove(key)
      if (sizeBytesOf(payload) > maxBytes) return
      entries.set(key, { payload, putAt: clock() })
      bytes += sizeBytesOf(payload)
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries && bytes <= maxBytes) break
        remove(oldest)
      }
    },
    drop(addresses) {
      const isMeant = (key: string) =>
        addresses?.some((address) => isAtOrBelow(key, routeKey(address))) ?? true
      for (const key of [...entries.keys()].filter(isMeant)) remove(key)
    },
  }
}

/**
 * Returns one key for each page: its path and its sorted query, without the hash and the slash at the end.
 */
export function routeKey(url: string): string {
  const { pathname, searchParams } = new URL(url, SOME_ORIGIN)
  searchParams.sort()
  const query = searchParams.toString()
  return (pathname.replace(/\/{1,9}$/, '') || '/') + (query === '' ? '' : `?${query}`)
}

/** This origin is only for parsing and never part of a result. */
const SOME_ORIGIN = 'http://origin.invalid'

/** A UTF-16 unit takes two bytes at most. */
function sizeBytesOf({ body }: RoutePayload): number {
  return body.length * 2
}

function isAtOrBelow(key: string, address: string): boolean {
  if (address.includes('?')) return key === address
  const [pathname = key] = key.split('?', 1)
  return pathname === address || pathname.startsWith(address === '/' ? '/' : `${address}/`)
}
