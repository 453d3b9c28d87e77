import type { TelemetryAdapter, TelemetryItem } from '../adapter.ts'
import { limits } from '../limits.ts'
import { attempt } from './attempt.ts'
import type { DiscardReason } from './client-report.ts'

/** Keeps what found no connection, over reloads too, until it may find one. */
export interface OfflineQueue {
  /** False when it cannot. */
  put(item: TelemetryItem): boolean
  /** There is a connection after all. */
  resume(): void
  /**
   * The adapter, with what it is given kept while it would be in vain to try. It gets all that is kept:
   * now, when the browser is online again, and from time to time.
   */
  attach(
    adapter: TelemetryAdapter,
    lose: (reason: DiscardReason, item: TelemetryItem) => void,
  ): TelemetryAdapter
}

const key = 'crumbtrail.queue'

/**
 * In `localStorage`: it is written before a page is torn down the next moment, and takes less code than
 * IndexedDB. Tabs of one origin share it; each item is taken by one of them.
 */
export function createOfflineQueue(
  target: Pick<Window, 'localStorage' | 'addEventListener' | 'removeEventListener'>,
): OfflineQueue {
  let deliver: TelemetryAdapter['deliver']
  let lose: Parameters<OfflineQueue['attach']>[1]
  let timer: ReturnType<typeof setTimeout> | undefined
  let delayMs: number = limits.retryMs

  const stopTimer = (): void => {
    clearTimeout(timer)
    timer = undefined
  }
  // Written by `put`, or by anybody who has this origin: then it may be anything.
  const read = (): TelemetryItem[] =>
    attempt(() => JSON.parse(target.localStorage.getItem(key) ?? '[]') as TelemetryItem[], [])
  const drain = (): void => {
    stopTimer()
    attempt(() => {
      const items = read()
      target.localStorage.removeItem(key)
      items.forEach(deliver)
    })
  }
  const put: OfflineQueue['put'] = (item) => {
    if (!timer) {
      timer = setTimeout(drain, delayMs)
      delayMs = Math.min(delayMs * 2, limits.retryMaxMs)
    }
    try {
      const items = [...read(), item]
      let text = JSON.stringify(items)
      while (items.length > limits.offlineItems || text.length > limits.offlineLength) {
        // One that would push out all others goes itself.
        const isTooLarge = JSON.stringify(item).length > limits.offlineLength / 2
        lose('queue_overflow', (isTooLarge ? items.pop() : items.shift()) ?? item)
        text = JSON.stringify(items)
      }
      target.localStorage.setItem(key, text)
      return true
    } catch {
      return false
    }
  }
  return {
    put,
    resume() {
      delayMs = limits.retryMs
      if (timer) drain()
    },
    attach(adapter, onLoss) {
      deliver = adapter.deliver
      lose = onLoss
      target.addEventListener('online', drain)
      drain()
      return {
        ...adapter,
        deliver(item) {
          if (!timer || !put(item)) adapter.deliver(item)
        },
        close(timeoutMs) {
          stopTimer()
          target.removeEventListener('online', drain)
          return adapter.close(timeoutMs)
        },
      }
    },
  }
}
