import type { TelemetryAdapter, TelemetryItem } from '../adapter.ts'
import type { TelemetryEvent } from '../errors/event.ts'
import { limits } from '../limits.ts'
import { settlesWithin } from '../transport/deadline.ts'
import { createSendBuffer } from '../transport/send-buffer.ts'

/** Adds data that takes time to find. If that fails or takes too long, the event is sent without it. */
export function withSourceLines(
  adapter: TelemetryAdapter,
  addTo: (event: TelemetryEvent) => Promise<TelemetryEvent>,
): TelemetryAdapter {
  const buffer = createSendBuffer()
  const enrich = async (item: TelemetryItem & { type: 'event' }): Promise<void> => {
    let payload = item.payload
    const work = addTo(payload).then((event) => {
      payload = event
    })
    await settlesWithin(work, limits.enrichTimeoutMs)
    adapter.deliver({ ...item, payload })
  }
  const finish = async (verb: 'flush' | 'close', timeoutMs: number): Promise<boolean> => {
    const startedAtMs = performance.now()
    const enriched = await buffer.flush(timeoutMs)
    const leftMs = Math.max(0, timeoutMs - (performance.now() - startedAtMs))
    return (await adapter[verb](leftMs)) && enriched
  }
  return {
    name: adapter.name,
    deliver(item) {
      // When this many events already wait for their source lines, the next one is sent without.
      if (item.type !== 'event' || !buffer.add(() => enrich(item))) adapter.deliver(item)
    },
    flush: (timeoutMs) => finish('flush', timeoutMs),
    close: (timeoutMs) => finish('close', timeoutMs),
  }
}
