import type { Pending } from '#renderer/forms/pending.ts'
import type { SetTimer } from '#telemetry/trace/idle-span.ts'
import { limits } from './limits.ts'
import type { PageLoad, PageLoads } from './page-loads.ts'
import { type RouteState, routeKey } from './route-cache.ts'

/** What the cache had when a navigation began. */
export interface NavigationNote {
  path: string
  prefetch: RouteState
}

/**
 * Handles one navigation at a time, from the click until its page is about to be rendered. Vike renders,
 * and this decides when to stop waiting for it.
 */
export interface Navigations {
  /** Starts a navigation, or continues the one to the same page. */
  begin(url: string): PageLoad
  /** The current navigation was redirected: it stays the same navigation with the same time limit. */
  redirect(to: string): void
  /** Vike starts to route. Nobody waits for earlier navigations from now on. */
  supersede(): void
  /**
   * The page is ready. Returns what the cache had when its navigation began. The end of another navigation
   * changes nothing.
   */
  end(url: string): RouteState | undefined
  /** The document is being left by other means, so there is nothing more to do. */
  stop(): void
  /** Whether a full page load has replaced the navigation, so that nothing must be rendered any more. */
  isLeaving(): boolean
  /** The document is back from the bfcache, without the navigation that was in progress. */
  resume(): void
}

interface NavigationsOptions {
  loads: Pick<PageLoads, 'stateOf' | 'load' | 'abandon' | 'giveWay' | 'forgetWishes' | 'abortAll'>
  pending: Pending
  setTimer: SetTimer
  /** Loads a whole document instead of this one. */
  leaveFor: (url: string) => void
  /** The key of the shown page. Whoever navigates to it again wants to see what is new. */
  shownKey: () => string | undefined
  /** Vike has no route for the target and leaves the document, so the page does not exist. */
  onUnrouted: () => void
  /** Called when a navigation starts. Returns a function to call when nobody waits for it any more. */
  onNavigation: (note: NavigationNote) => (() => void) | undefined
}

interface Navigation {
  key: string
  url: string
  load: PageLoad
  redirects: number
  stopClocks: () => void
  /** Lets prefetches continue. */
  goOn: () => void
}

export function createNavigations(options: NavigationsOptions): Navigations {
  const { loads, pending, setTimer, leaveFor, shownKey, onNavigation, onUnrouted } = options
  let current: Navigation | undefined
  let leavingFor: Navigation['key'] | undefined
  const superseded = new Set<string>()

  const end = (navigation: Navigation | undefined): void => {
    navigation?.stopClocks()
    navigation?.goOn()
  }
  const stop = (): void => {
    const stopped = current
    current = undefined
    end(stopped)
  }
  const leave = (url: string): void => {
    leavingFor = routeKey(url)
    // A browser opens at most six connections to a server, so stalled requests would delay the document.
    loads.abortAll()
    stop()
    leaveFor(url)
  }
  const stateOf = (key: string): RouteState => {
    const state = loads.stateOf(key)
    return state === 'fresh' && key === shownKey() ? 'stale' : state
  }
  /** Prefetches pause while a request is needed that the cache cannot answer. */
  const giveWayTo = ({ state }: PageLoad): (() => void) =>
    state === 'missed' ? loads.giveWay() : () => undefined
  const startClocks = (onEnd: (() => void) | undefined): (() => void) => {
    const stopTimeout = setTimer(() => {
      if (current !== undefined) leave(current.url) // The address after any redirects.
    }, limits.routeLoadTimeoutMs)
    const stopPending = pending.begin()
    return () => {
      stopTimeout()
      stopPending()
      onEnd?.()
    }
  }
  return {
    begin(url) {
      const key = routeKey(url)
      if (current?.key === key) return current.load
      if (leavingFor !== undefined) {
        if (leavingFor !== key) leave(url) // The document that was about to load is not wanted any more.
        return { state: 'missed', loaded: new Promise(() => {}) }
      }
      const before = current
      if (before !== undefined) superseded.add(before.key)
      superseded.delete(key)
      const state = stateOf(key)
      // This runs before any request, so that all requests belong to the navigation.
      const onEnd = onNavigation({ path: key.replace(/\?.*/, ''), prefetch: state })
      const load = { ...loads.load(key), state }
      current = { key, url, load, redirects: 0, stopClocks: startClocks(onEnd), goOn: giveWayTo(load) }
      end(before) // This comes last, so that nothing else starts between two navigations.
      return load
    },
    redirect(to) {
      const key = routeKey(to)
      if (current === undefined) return
      const redirects = current.redirects + 1
      if (redirects > limits.redirects) return leave(to)
      const load = loads.load(key)
      const { goOn } = current
      current = { ...current, key, url: to, load, redirects, goOn: giveWayTo(load) }
      goOn()
    },
    supersede() {
      for (const key of superseded) loads.abandon(key)
      superseded.clear()
    },
    end(url) {
      if (current?.key !== routeKey(url)) return undefined
      const { state } = current.load
      stop()
      return state
    },
    stop() {
      loads.forgetWishes() // The reason is the same as in `leave`.
      const { state, isRouted } = current?.load ?? {}
      if (state === 'missed' && !isRouted) onUnrouted()
      stop()
    },
    isLeaving: () => leavingFor !== undefined,
    resume() {
      stop()
      leavingFor = undefined
    },
  }
}
