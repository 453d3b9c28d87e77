import { findRedirect, type LoadedPage } from './load-payload.ts'
import { createPrefetchQueue, type RunOptions, type WishPriority } from './prefetch/prefetch-queue.ts'
import { createRouteCache, type RoutePayload, type RouteState, routeKey } from './route-cache.ts'

export interface PageLoad {
  state: RouteState
  loaded: LoadedPage | Promise<LoadedPage>
  /** `+data` sets this, and Vike only calls that after it has found the page's route. */
  isRouted?: boolean
}

/** Page data, shared by navigations and prefetches. Every `url` is a path with its query. */
export interface PageLoads {
  stateOf(url: string): RouteState
  /** Returns data for a navigation: from the cache, or by a request that starts at once. */
  load(url: string): PageLoad
  /** Requests a page again that is already shown, whatever is in the cache. */
  reload(url: string): Promise<LoadedPage>
  prefetch(url: string, priority: WishPriority): void
  withdraw(url: string): void
  /** Caches data that came another way: with the document, or as a form's result. */
  keep(url: string, payload: RoutePayload): void
  drop(paths?: readonly string[]): void
  abandon(url: string): void
  /** Somebody waits for the server. No prefetch starts until the returned function is called. */
  giveWay(): () => void
  /** Cancels everything that nobody waits for. */
  forgetWishes(): void
  abortAll(): void
}

interface PageLoadsOptions {
  loadPayload: (key: string, options: RunOptions) => Promise<LoadedPage>
  /** Loads the code of a page that exists. */
  loadCode: (url: string) => Promise<void>
  /** Starts a prefetch in a pause, because input and frames come first. */
  whenIdle: (work: () => void) => void
  clock: () => number
}

export function createPageLoads({ loadPayload, loadCode, whenIdle, clock }: PageLoadsOptions): PageLoads {
  const cache = createRouteCache({ clock })
  let drops = 0
  const run = async (key: string, options: RunOptions): Promise<LoadedPage> => {
    const dropsBefore = drops
    const loaded = await loadPayload(key, options)
    // Requests that started before an action may lack its changes.
    if (loaded.kind === 'found' && drops === dropsBefore) cache.put(key, loaded.payload)
    return loaded
  }
  const queue = createPrefetchQueue(async (key, options) => {
    const loaded = (options.isNavigation ? undefined : findFresh(key)) ?? (await run(key, options))
    if (!options.isNavigation && loaded.kind === 'found') await follow(key, loaded.payload)
    return loaded
  }, whenIdle)
  /** Data that arrived while the prefetch waited is enough. Only the page's code is missing then. */
  const findFresh = (key: string): LoadedPage | undefined => {
    const found = cache.find(key)
    return found.state === 'fresh' ? { kind: 'found', payload: found.payload } : undefined
  }
  /** A prefetched page also needs its code. A redirect needs its target. */
  const follow = async (key: string, payload: RoutePayload): Promise<void> => {
    const redirect = findRedirect(payload)
    // A navigation loads the code itself and shows what is wrong with it.
    if (!redirect) await loadCode(key).catch(() => undefined)
    else if (redirect.startsWith('/')) prefetch(redirect, 'viewport')
  }
  const prefetch = (url: string, priority: WishPriority): void => {
    const key = routeKey(url)
    if (cache.find(key).state !== 'fresh') queue.wish(key, priority)
  }
  const findUsable = (key: string): PageLoad | undefined => {
    const found = cache.find(key)
    if (found.state === 'missed') return undefined
    // The target of a redirect is never shown from stale data.
    if (found.state === 'stale' && findRedirect(found.payload)) return undefined
    return { state: found.state, loaded: { kind: 'found', payload: found.payload } }
  }
  return {
    stateOf: (url) => findUsable(routeKey(url))?.state ?? 'missed',
    load(url) {
      const key = routeKey(url)
      return findUsable(key) ?? { state: 'missed', loaded: queue.navigate(key) }
    },
    reload: (url) => queue.refresh(routeKey(url)),
    prefetch,
    // The links of a page that is left are all withdrawn at once, in the frame of the next page.
    withdraw(url) {
      if (queue.isWaiting()) queue.withdraw(routeKey(url))
    },
    keep: (url, payload) => cache.put(routeKey(url), payload),
    drop(paths) {
      drops++
      cache.drop(paths)
    },
    abandon: (url) => queue.abandon(routeKey(url)),
    giveWay: queue.giveWay,
    forgetWishes: queue.forgetWishes,
    abortAll: queue.abortAll,
  }
}
