import type { TelemetryAdapter, TelemetryItem } from '../adapter.ts'
import { limits } from '../limits.ts'
import { attempt } from './attempt.ts'
import type { DiscardReason } from './client-report.ts'

/** Keeps items while there is no connection, even across page loads. */
export interface OfflineQueue {
  /** Returns false if it cannot store the item. */
  put(item: TelemetryItem): boolean
  /** The connection is back. */
  resume(): void
  /**
   * Wraps the adapter and stores its items while there is no connection. Stored items are delivered now,
   * when the browser is online again, and at intervals.
   */
  attach(
    adapter: TelemetryAdapter,
    lose: (reason: DiscardReason, item: TelemetryItem) => void,
  ): TelemetryAdapter
}

const key = 'crumbtrail.queue'

/**
 * Uses `localStorage`: it can be written in the last moment of a page, and needs less code than IndexedDB.
 * Tabs of one origin share it, and each item is taken by one of them.
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
  // `put` has written it, but any code of this origin may have changed it to anything.
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
        // An item that would push out all others is dropped itself.
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
