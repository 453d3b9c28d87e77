import { monitorEventLoopDelay } from 'node:perf_hooks'
import { gauge } from './counters.ts'
import type { MetricFamily } from './text-format.ts'

const SAMPLE_EVERY_MS = 20
const NANOS = 1e9

/** The process as a whole, under the names that Prometheus's own clients use. */
export function createProcessMetrics() {
  const delay = monitorEventLoopDelay({ resolution: SAMPLE_EVERY_MS })
  delay.enable()
  return {
    /** The event loop's delay is since the last time that it was asked for. */
    families(): MetricFamily[] {
      const { rss, heapUsed, external } = process.memoryUsage()
      const { user, system } = process.cpuUsage()
      const lag = {
        name: 'nodejs_eventloop_lag_seconds',
        help: 'Delay of the event loop since the previous scrape.',
        type: 'gauge',
        samples: [50, 99, 100].map((percentile) => ({
          labels: { quantile: String(percentile / 100) },
          value: Math.max(0, delay.percentile(percentile) - SAMPLE_EVERY_MS * 1e6) / NANOS,
        })),
      } as const
      delay.reset()
      return [
        {
          name: 'process_cpu_seconds_total',
          help: 'CPU time of all threads.',
          type: 'counter',
          samples: [{ value: (user + system) / 1e6 }],
        },
        gauge('process_resident_memory_bytes', 'Resident memory of the process.', rss),
        gauge('nodejs_heap_size_used_bytes', 'Heap that the main thread uses.', heapUsed),
        gauge(
          'nodejs_external_memory_bytes',
          'Memory outside the heap, such as bodies waiting to be stored.',
          external,
        ),
        lag,
      ]
    },
    close: () => delay.disable(),
  }
}
