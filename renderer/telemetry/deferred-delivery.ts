import type { TelemetryAdapter, TelemetryItem } from '#telemetry/adapter.ts'

type Adapter = Pick<TelemetryAdapter, 'deliver' | 'flush' | 'close'>

/** Milliseconds that traces wait: the page that a click leads to is painted by then. */
const delayMs = 200

/**
 * Lets traces wait a moment: a click ends the last one, and to write and post it would keep the next page from
 * its frame. Errors go at once, and so does everything once the page is being left.
 */
export function deferTraces(
  adapter: Adapter,
  { document, addEventListener }: Pick<Window, 'document' | 'addEventListener'>,
  setTimer: (work: () => void, delayMs: number) => unknown,
): Adapter {
  let waiting: TelemetryItem[] = []
  const drain = (): void => {
    const items = waiting
    waiting = []
    for (const item of items) adapter.deliver(item)
  }
  document.addEventListener('visibilitychange', drain)
  addEventListener('pagehide', drain)
  return {
    deliver(item) {
      if (item.type !== 'transaction' || document.visibilityState === 'hidden') adapter.deliver(item)
      else if (waiting.push(item) === 1) setTimer(drain, delayMs)
    },
    flush(timeoutMs) {
      drain()
      return adapter.flush(timeoutMs)
    },
    close(timeoutMs) {
      drain()
      return adapter.close(timeoutMs)
    },
  }
}
