import type { TelemetryAdapter } from '../adapter.ts'
import type { Clock } from '../clock.ts'
import { createDiscards } from '../transport/client-report.ts'
import type { OfflineQueue } from '../transport/offline-queue.ts'

/**
 * A queue for servers that only keeps client reports while there is no connection. It merges them into one
 * and sends it with the next answer. It serves one adapter, because others may have sent theirs.
 */
export function createReportQueue(clock: Clock): OfflineQueue {
  const unsaid = createDiscards()
  let deliver: TelemetryAdapter['deliver']
  return {
    put(item) {
      if (item.type !== 'client_report') return false
      for (const { reason, category, quantity } of item.payload.discarded_events)
        unsaid.count(reason, category, '', quantity)
      return true
    },
    resume() {
      const report = unsaid.takeReport(clock)
      if (report) deliver(report)
    },
    attach(adapter) {
      deliver = adapter.deliver
      return adapter
    },
  }
}
