import { limits } from '#renderer/navigation/limits.ts'

/** The reason for a prefetch: the link came into view, or somebody is about to click it. */
export type WishPriority = 'viewport' | 'intent'

export interface RunOptions {
  signal: AbortSignal
  /** Whether somebody waits for it. */
  isNavigation: boolean
}

export interface PrefetchQueue<Result> {
  /**
   * Runs the prefetch when a slot is free. A repeated wish becomes the newest one, with the higher of its
   * priorities.
   */
  wish(key: string, priority: WishPriority): void
  /** Returns true if a prefetch waits for a free slot. */
  isWaiting(): boolean
  /** Removes a wish from the viewport that has not started. */
  withdraw(key: string): void
  /** Runs it at once, or joins the request that is already running. Somebody waits for it. */
  navigate(key: string): Promise<Result>
  /** Runs it at once for a page that is already shown, so nobody waits for it. */
  refresh(key: string): Promise<Result>
  /** Cancels a request of `navigate` after a newer navigation has started. A prefetch continues. */
  abandon(key: string): void
  /**
   * Stops everything that nobody waits for until the returned function is called. Then prefetches start
   * again. Over HTTP/1.1 a browser has six connections to a server, and stalled prefetches would hold
   * nearly all of them.
   */
  giveWay(): () => void
  /** Drops for good everything that nobody waits for. */
  forgetWishes(): void
  /** Cancels everything. */
  abortAll(): void
}

interface Task<Result> {
  result: Promise<Result>
  /** Starts it now, if it has not started. */
  start: () => void
  controller: AbortController
  /** The priority of a prefetch, which holds one of the slots. */
  wish: WishPriority | undefined
  isAwaited: boolean
}

/**
 * Decides which page is fetched when. At most `maxTasks` prefetches run at once. The others wait, ordered
 * by priority and then by the newest wish. Each starts in a pause that `whenIdle` finds, because starting a
 * request takes a slow processor milliseconds. Navigations never wait. The caller provides `run`. A
 * prefetch that fails is not reported.
 */
export function createPrefetchQueue<Result>(
  run: (key: string, options: RunOptions) => Promise<Result>,
  whenIdle: (work: () => void) => void,
  maxTasks = limits.prefetchTasks,
): PrefetchQueue<Result> {
  const waiting: { key: string; priority: WishPriority }[] = [] // The newest wish comes last.
  const tasks = new Map<string, Task<Result>>()
  let pauses = 0

  const takeWish = (key: string): WishPriority | undefined => {
    const index = waiting.findIndex((wish) => wish.key === key)
    return index === -1 ? undefined : waiting.splice(index, 1)[0]?.priority
  }
  const begin = (key: string, wish?: WishPriority): Task<Result> => {
    const controller = new AbortController()
    let running: Promise<Result> | undefined
    let settle: (result: Promise<Result>) => void = () => undefined
    const result = new Promise<Result>((resolve) => {
      settle = resolve
    })
    const start = (): void => {
      running ??= run(key, { signal: controller.signal, isNavigation: wish === undefined })
      settle(running)
    }
    if (wish === undefined) start()
    else whenIdle(start)
    const task = { result, start, controller, wish, isAwaited: false }
    tasks.set(key, task)
    const end = (): void => {
      if (tasks.get(key) === task) tasks.delete(key) // A request that was cancelled may have a successor.
      beginWaiting()
    }
    result.then(end, end)
    return task
  }
  const beginWaiting = (): void => {
    if (pauses > 0) return
    const free = maxTasks - [...tasks.values()].filter(({ wish }) => wish !== undefined).length
    for (let slot = 0; slot < free; slot++) {
      const next = waiting.findLast(({ priority }) => priority === 'intent') ?? waiting.at(-1)
      if (next === undefined) return
      takeWish(next.key)
      begin(next.key, next.priority)
    }
  }
  const giveUp = (key: string): void => {
    tasks.get(key)?.controller.abort()
    tasks.delete(key)
  }
  const putBack = (key: string, { wish }: Task<Result>): void => {
    giveUp(key)
    if (wish !== undefined) waiting.unshift({ key, priority: wish })
  }
  const join = (key: string): Task<Result> => {
    takeWish(key)
    const task = tasks.get(key) ?? begin(key)
    task.start()
    return task
  }
  return {
    wish(key, priority) {
      if (tasks.has(key)) return
      const before = takeWish(key)
      waiting.push({ key, priority: before === 'intent' ? before : priority })
      beginWaiting()
    },
    isWaiting: () => waiting.length > 0,
    withdraw(key) {
      if (waiting.some((wish) => wish.key === key && wish.priority === 'viewport')) takeWish(key)
    },
    navigate(key) {
      const task = join(key)
      task.isAwaited = true
      return task.result
    },
    refresh: (key) => join(key).result,
    abandon(key) {
      const task = tasks.get(key)
      if (!task?.isAwaited) return
      task.isAwaited = false
      if (task.wish === undefined) giveUp(key)
      else if (pauses > 0) putBack(key, task)
    },
    giveWay() {
      pauses++
      for (const [key, task] of [...tasks].reverse()) if (!task.isAwaited) putBack(key, task)
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        pauses--
        beginWaiting()
      }
    },
    forgetWishes() {
      waiting.length = 0
      for (const [key, { isAwaited }] of [...tasks]) if (!isAwaited) giveUp(key)
    },
    abortAll() {
      waiting.length = 0
      for (const key of [...tasks.keys()]) giveUp(key)
    },
  }
}
