import type { Pending } from '#renderer/forms/pending.ts'
import type { SetTimer } from '#telemetry/trace/idle-span.ts'
import { limits } from './limits.ts'
import type { PageLoad, PageLoads } from './page-loads.ts'
import { type RouteState, routeKey } from './route-cache.ts'

/** What a navigation found when it began. */
export interface NavigationNote {
  path: string
  prefetch: RouteState
}

/**
 * One navigation at a time, from the click until its page is about to be rendered. Vike renders; this knows when
 * to stop waiting for it.
 */
export interface Navigations {
  /** Begins one, or goes on with the one that is under way to the same page. */
  begin(url: string): PageLoad
  /** The one under way leads on: same navigation, same clock. */
  redirect(to: string): void
  /** Vike routes: from now on nobody waits for what came before. */
  supersede(): void
  /** The page is ready: says what was found when it began. Another one's end changes nothing. */
  end(url: string): RouteState | undefined
  /** The document is being left by other means: nothing is to be done any more. */
  stop(): void
  /** Whether a full page load has begun in a navigation's stead: nothing is to be rendered any more. */
  isLeaving(): boolean
  /** The document is back (bfcache), and with it nothing of what was under way. */
  resume(): void
}

interface NavigationsOptions {
  loads: Pick<PageLoads, 'stateOf' | 'load' | 'abandon' | 'giveWay' | 'forgetWishes' | 'abortAll'>
  pending: Pending
  setTimer: SetTimer
  /** Loads a whole document in the place of this one. */
  leaveFor: (url: string) => void
  /** The page that is shown, by its key: who asks for it again wants to see what is new. */
  shownKey: () => string | undefined
  /** Vike has no route to where it was to lead, and leaves the document: no page is there. */
  onUnrouted: () => void
  /** Gives what is to be told when nobody waits for it any more. */
  onNavigation: (note: NavigationNote) => (() => void) | undefined
}

interface Navigation {
  key: string
  url: string
  load: PageLoad
  stopClocks: () => void
  /** Lets prefetches go on. */
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
    // A browser opens six connections to a server at most: stalled requests would hold the document up.
    loads.abortAll()
    stop()
    leaveFor(url)
  }
  const stateOf = (key: string): RouteState => {
    const state = loads.stateOf(key)
    return state === 'fresh' && key === shownKey() ? 'stale' : state
  }
  /** Prefetches give way to what has to be asked for. */
  const giveWayTo = ({ state }: PageLoad): (() => void) =>
    state === 'missed' ? loads.giveWay() : () => undefined
  const startClocks = (onEnd: (() => void) | undefined): (() => void) => {
    const stopTimeout = setTimer(() => {
      if (current !== undefined) leave(current.url) // where redirects have led meanwhile
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
        if (leavingFor !== key) leave(url) // the document that was to come is not wanted any more
        return { state: 'missed', loaded: new Promise(() => {}) }
      }
      const before = current
      if (before !== undefined) superseded.add(before.key)
      superseded.delete(key)
      const state = stateOf(key)
      // Before anything is asked for: what is asked belongs to it.
      const onEnd = onNavigation({ path: key.replace(/\?.*/, ''), prefetch: state })
      const load = { ...loads.load(key), state }
      current = { key, url, load, stopClocks: startClocks(onEnd), goOn: giveWayTo(load) }
      end(before) // last: between two navigations nothing else begins
      return load
    },
    redirect(to) {
      const key = routeKey(to)
      if (current === undefined) return
      const load = loads.load(key)
      const { goOn } = current
      current = { ...current, key, url: to, load, goOn: giveWayTo(load) }
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
      loads.forgetWishes() // as in `leave`
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
