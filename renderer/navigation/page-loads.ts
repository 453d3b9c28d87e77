import { findRedirect, type LoadedPage } from './load-payload.ts'
import { createPrefetchQueue, type RunOptions, type WishPriority } from './prefetch-queue.ts'
import { createRouteCache, type RoutePayload, type RouteState, routeKey } from './route-cache.ts'

export interface PageLoad {
  state: RouteState
  loaded: LoadedPage | Promise<LoadedPage>
  /** Set by `+data`, which Vike asks where it has found the page's route. */
  isRouted?: boolean
}

/** Page data as navigations and prefetches share it. Every `url` is a path with its query. */
export interface PageLoads {
  stateOf(url: string): RouteState
  /** For a navigation: what is kept, or a request that waits for nobody. */
  load(url: string): PageLoad
  /** Asks again, whatever is kept, for a page that is shown already. */
  reload(url: string): Promise<LoadedPage>
  prefetch(url: string, priority: WishPriority): void
  withdraw(url: string): void
  /** Keeps what came by another way: with the document, or with a form's result. */
  keep(url: string, payload: RoutePayload): void
  drop(paths?: readonly string[]): void
  abandon(url: string): void
  /** Somebody waits for the server: until what is returned is called, nothing is asked of it that nobody waits for. */
  giveWay(): () => void
  /** Gives up what nobody waits for. */
  forgetWishes(): void
  abortAll(): void
}

interface PageLoadsOptions {
  loadPayload: (key: string, options: RunOptions) => Promise<LoadedPage>
  /** Loads the code of a page that is known to exist. */
  loadCode: (url: string) => Promise<void>
  clock: () => number
}

export function createPageLoads({ loadPayload, loadCode, clock }: PageLoadsOptions): PageLoads {
  const cache = createRouteCache({ clock })
  let drops = 0
  const run = async (key: string, options: RunOptions): Promise<LoadedPage> => {
    const dropsBefore = drops
    const loaded = await loadPayload(key, options)
    // What was asked for before an action may be from before it as well.
    if (loaded.kind === 'found' && drops === dropsBefore) cache.put(key, loaded.payload)
    return loaded
  }
  const queue = createPrefetchQueue(async (key, options) => {
    const loaded = (options.isNavigation ? undefined : findFresh(key)) ?? (await run(key, options))
    if (!options.isNavigation && loaded.kind === 'found') await follow(key, loaded.payload)
    return loaded
  })
  /** What is there since it was wished for, or since it gave way, lacks its code alone. */
  const findFresh = (key: string): LoadedPage | undefined => {
    const found = cache.find(key)
    return found.state === 'fresh' ? { kind: 'found', payload: found.payload } : undefined
  }
  /** A prefetched page needs its code as well; one that leads on needs what it leads to. */
  const follow = async (key: string, payload: RoutePayload): Promise<void> => {
    const redirect = findRedirect(payload)
    // A navigation asks for the code itself, and shows what is the matter with it.
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
    // Where a page leads to is not shown first and corrected later.
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
    withdraw: (url) => queue.withdraw(routeKey(url)),
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
