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
  /** Runs it now, whatever else is under way; or joins in where it already runs. */
  navigate(key: string): Promise<Result>
  /** Gives up what `navigate` began: a newer navigation took its place. A prefetch goes on. */
  abandon(key: string): void
  /** Gives everything up. */
  abortAll(): void
}

interface Task<Result> {
  result: Promise<Result>
  controller: AbortController
  /** Holds one of the slots. */
  isPrefetch: boolean
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

  const takeWish = (key: string): WishPriority | undefined => {
    const index = waiting.findIndex((wish) => wish.key === key)
    return index === -1 ? undefined : waiting.splice(index, 1)[0]?.priority
  }
  const begin = (key: string, isPrefetch: boolean): Promise<Result> => {
    const controller = new AbortController()
    const result = run(key, { signal: controller.signal, isNavigation: !isPrefetch })
    const task: Task<Result> = { result, controller, isPrefetch }
    tasks.set(key, task)
    const end = (): void => {
      if (tasks.get(key) === task) tasks.delete(key) // one that was given up may have a successor
      beginWaiting()
    }
    result.then(end, end)
    return result
  }
  const beginWaiting = (): void => {
    const free = maxTasks - [...tasks.values()].filter(({ isPrefetch }) => isPrefetch).length
    for (let slot = 0; slot < free; slot++) {
      const next = waiting.findLast(({ priority }) => priority === 'intent') ?? waiting.at(-1)
      if (next === undefined) return
      takeWish(next.key)
      void begin(next.key, true)
    }
  }
  const giveUp = (key: string): void => {
    tasks.get(key)?.controller.abort()
    tasks.delete(key)
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
      takeWish(key)
      return tasks.get(key)?.result ?? begin(key, false)
    },
    abandon(key) {
      if (tasks.get(key)?.isPrefetch === false) giveUp(key)
    },
    abortAll() {
      waiting.length = 0
      for (const key of [...tasks.keys()]) giveUp(key)
    },
  }
}
