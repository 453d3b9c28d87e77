import type { createOfflineQueue, OfflineQueue } from './offline-queue.ts'

/** Milliseconds until its code is asked for: the page is painted by then, and what was kept can wait that long. */
const delayMs = 1_000

/**
 * The offline queue, whose code comes after the page: few need it, and all would wait for it. What finds no connection
 * before it is there is counted as lost.
 */
export function createLateQueue(target: Parameters<typeof createOfflineQueue>[0]): OfflineQueue {
  const queue: OfflineQueue = {
    put: () => false,
    resume() {},
    attach(adapter, lose) {
      const attached = { ...adapter }
      const load = async (): Promise<void> => {
        const late = (await import('./offline-queue.ts')).createOfflineQueue(target)
        Object.assign(queue, late)
        Object.assign(attached, late.attach(adapter, lose))
      }
      setTimeout(() => load().catch(() => {}), delayMs)
      return attached
    },
  }
  return queue
}
