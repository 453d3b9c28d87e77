/** Lets a number of callers in at once under each name; the others wait, the first who came first. */
export function createTurns(mostAtOnce: number) {
  const taken = new Map<string, number>()
  const waiting = new Map<string, Set<() => void>>()

  function leave(name: string): void {
    const [next] = waiting.get(name) ?? []
    if (next) {
      next() // The turn is handed on.
      return
    }
    const left = (taken.get(name) ?? 1) - 1
    if (left === 0) taken.delete(name)
    else taken.set(name, left)
  }

  return {
    /** Waits for a turn, and returns what gives it back; undefined if `signal` was aborted first. */
    enter(name: string, signal: AbortSignal): Promise<(() => void) | undefined> {
      const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>()
      const count = taken.get(name) ?? 0
      if (count < mostAtOnce) {
        taken.set(name, count + 1)
        resolve(() => leave(name))
        return promise
      }
      const queue = waiting.get(name) ?? new Set()
      waiting.set(name, queue)
      const forget = (take: () => void) => {
        queue.delete(take)
        if (queue.size === 0) waiting.delete(name)
      }
      const take = () => {
        forget(take)
        signal.removeEventListener('abort', giveUp)
        resolve(() => leave(name))
      }
      const giveUp = () => {
        forget(take)
        resolve(undefined)
      }
      queue.add(take)
      signal.addEventListener('abort', giveUp, { once: true })
      return promise
    },
  }
}
