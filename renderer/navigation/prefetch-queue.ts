import { limits } from './limits.ts'

/** Why a page is wished for: it came into view, or somebody reaches for it. */
export type WishPriority = 'viewport' | 'intent'

export interface RunOptions {
  signal: AbortSignal
  /** Whether somebody waits for it. */
  isNavigation: boolean
}

export interface PrefetchQueue<Result> {
  /** Runs it when a slot is free. Again, it becomes the newest wish, at the higher of its priorities. */
  wish(key: string, priority: WishPriority): void
  /** Takes a wish back that came from the viewport and has not begun. */
  withdraw(key: string): void
  /** Runs it now, whatever else is under way; or joins in where it already runs. Somebody waits for it. */
  navigate(key: string): Promise<Result>
  /** The same for what nobody waits for: a page that is shown already. */
  refresh(key: string): Promise<Result>
  /** Gives up what `navigate` began: a newer navigation took its place. A prefetch goes on. */
  abandon(key: string): void
  /**
   * Stops all that nobody waits for, until what is returned is called; then prefetches begin again. Over HTTP/1.1 a
   * browser has six connections to a server, and prefetches that stall would hold nearly all of them.
   */
  giveWay(): () => void
  /** Gives up for good what nobody waits for. */
  forgetWishes(): void
  /** Gives everything up. */
  abortAll(): void
}

interface Task<Result> {
  result: Promise<Result>
  controller: AbortController
  /** A prefetch's: it holds one of the slots. */
  wish: WishPriority | undefined
  isAwaited: boolean
}

/**
 * Which page is fetched when: at most `maxTasks` prefetches at once, the rest waits, priorities first and then
 * the newest wish. Navigations wait for nobody. What `run` does is the caller's; a prefetch that fails is silent.
 */
export function createPrefetchQueue<Result>(
  run: (key: string, options: RunOptions) => Promise<Result>,
  maxTasks = limits.prefetchTasks,
): PrefetchQueue<Result> {
  const waiting: { key: string; priority: WishPriority }[] = [] // the newest last
  const tasks = new Map<string, Task<Result>>()
  let pauses = 0

  const takeWish = (key: string): WishPriority | undefined => {
    const index = waiting.findIndex((wish) => wish.key === key)
    return index === -1 ? undefined : waiting.splice(index, 1)[0]?.priority
  }
  const begin = (key: string, wish?: WishPriority): Task<Result> => {
    const controller = new AbortController()
    const result = run(key, { signal: controller.signal, isNavigation: wish === undefined })
    const task = { result, controller, wish, isAwaited: false }
    tasks.set(key, task)
    const end = (): void => {
      if (tasks.get(key) === task) tasks.delete(key) // one that was given up may have a successor
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
    return tasks.get(key) ?? begin(key)
  }
  return {
    wish(key, priority) {
      if (tasks.has(key)) return
      const before = takeWish(key)
      waiting.push({ key, priority: before === 'intent' ? before : priority })
      beginWaiting()
    },
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
