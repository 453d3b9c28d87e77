import type { TelemetryItem } from '../adapter.ts'
import type { BrowserSessionOptions } from '../adapters/browser-session.ts'
import { limits } from '../limits.ts'
import type { createOfflineQueue, OfflineQueue } from './offline-queue.ts'

/**
 * Loads the offline queue and the page's session after the page itself. Few visitors need the queue,
 * nobody waits for the session, and all would wait for their code. Items that find no connection before
 * that are counted as lost. Earlier errors are part of the session. Without a release there is no session.
 */
export function createLateQueue(
  target: Parameters<typeof createOfflineQueue>[0],
  session: BrowserSessionOptions = {},
): OfflineQueue {
  const queue: OfflineQueue = {
    put: () => false,
    resume() {},
    attach(adapter, lose) {
      const early: TelemetryItem[] = []
      const attached = {
        ...adapter,
        deliver(item: TelemetryItem) {
          early.push(item)
          adapter.deliver(item)
        },
      }
      const load = async (): Promise<void> => {
        const { createLateParts } = await import('../late-parts.ts')
        const late = createLateParts(target, session)
        Object.assign(queue, late)
        Object.assign(attached, late.attach(adapter, lose, early))
      }
      // If the code cannot be loaded, nothing more is stored for it.
      setTimeout(() => load().catch(() => Object.assign(attached, adapter)), limits.lateMs)
      return attached
    },
  }
  return queue
}
