import type { TelemetryAdapter, TelemetryItem } from './adapter.ts'
import { type BrowserSessionOptions, withSession } from './adapters/browser-session.ts'
import { createOfflineQueue, type OfflineQueue } from './transport/offline-queue.ts'

type AttachParameters = Parameters<OfflineQueue['attach']>

export interface LateParts extends OfflineQueue {
  /** `early` is what was delivered before. */
  attach(...parameters: [...AttachParameters, early?: readonly TelemetryItem[]]): TelemetryAdapter
}

/** The offline queue, and the session of a page that was open for a while. */
export function createLateParts(
  target: Parameters<typeof createOfflineQueue>[0],
  session: BrowserSessionOptions,
): LateParts {
  const queue = createOfflineQueue(target)
  return {
    ...queue,
    attach: (adapter, lose, early) =>
      withSession(
        queue.attach(adapter, lose),
        { startedAtMs: performance.timeOrigin, whenIdle: (tell) => tell(), ...session },
        early,
      ),
  }
}
