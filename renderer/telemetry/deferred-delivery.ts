import type { TelemetryAdapter, TelemetryItem } from '#telemetry/adapter.ts'

type Adapter = Pick<TelemetryAdapter, 'deliver' | 'flush' | 'close'>

/** Milliseconds that traces wait. The page that a click leads to is painted by then. */
const delayMs = 200

/**
 * Delays traces a little, because a click ends the previous trace, and serializing and sending it would
 * delay the next page's frame. Errors are sent at once, and so is everything once the page is being left.
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
