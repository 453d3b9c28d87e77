import { createMemoryAdapter } from '#telemetry/adapters/memory.ts'
import type { RequestTracing } from '#telemetry/fastify.ts'
import { createStackContext } from '#telemetry/scope/context.ts'
import { createTelemetry, type TelemetryOptions } from '#telemetry/telemetry.ts'
import { startSpan } from '#telemetry/trace/start-span.ts'
import { createTracing, type TracingOptions } from '#telemetry/trace/tracing.ts'
import { createHandClock } from './manual-clock.ts'

/** A telemetry that traces by hand-driven time and counted-up randomness, and keeps what it delivers. */
export function createTracedTelemetry(
  tracingOptions: Partial<TracingOptions> = { sampleRate: 1 },
  telemetryOptions: Partial<TelemetryOptions> = {},
) {
  const time = createHandClock()
  const memory = createMemoryAdapter()
  const telemetry = createTelemetry({
    adapters: [memory],
    platform: 'node',
    release: 'shop@2.1.0',
    environment: 'staging',
    clock: time.clock,
    ...telemetryOptions,
  })
  const random = createCountedRandom()
  const core = createTracing(telemetry, {
    clock: time.clock,
    random,
    spans: createStackContext(),
    ...tracingOptions,
  })
  const tracing: RequestTracing = { ...core, startSpan: (options, work) => startSpan(core, options, work) }
  return {
    ...time,
    telemetry,
    tracing,
    items: memory.items,
    transactions: () => memory.items.flatMap((item) => (item.type === 'transaction' ? [item.payload] : [])),
    events: () => memory.items.flatMap((item) => (item.type === 'event' ? [item.payload] : [])),
  }
}

/** Bytes that are never the same twice: a counter in the last four. */
export function createCountedRandom() {
  let count = 0
  return (byteCount: number): Uint8Array => {
    const bytes = new Uint8Array(Math.max(4, byteCount))
    new DataView(bytes.buffer).setUint32(bytes.length - 4, ++count)
    return bytes.subarray(-byteCount)
  }
}
