import type { TelemetryItem } from '../adapter.ts'
import type { BrowserSessionOptions } from '../adapters/browser-session.ts'
import { limits } from '../limits.ts'
import type { createOfflineQueue, OfflineQueue } from './offline-queue.ts'

/**
 * The offline queue and the page's session, whose code comes after the page: few need the one, nobody waits for the
 * other, and all would wait for their code. What finds no connection before is counted as lost; what fails before is
 * part of the session. Without a release there is no session.
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
      // Where the code cannot be had, nothing more is kept for it.
      setTimeout(() => load().catch(() => Object.assign(attached, adapter)), limits.lateMs)
      return attached
    },
  }
  return queue
}
