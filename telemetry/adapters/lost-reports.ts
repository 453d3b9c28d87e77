import type { TelemetryAdapter, TelemetryItem } from '../adapter.ts'
import { createDiscards } from '../client-report.ts'
import type { Clock } from '../clock.ts'

/** Says again what lost client reports said, with the next answer. */
export interface LostReports {
  keep(item: TelemetryItem): void
  resay(deliver: TelemetryAdapter['deliver']): void
}

/**
 * For servers, which run for months. It counts for one adapter alone, for others may have got their report
 * through, and no lost report is ever counted as lost.
 */
export function createLostReports(clock: Clock): LostReports {
  const unsaid = createDiscards()
  return {
    keep(item) {
      if (item.type !== 'client_report') return
      for (const { reason, category, quantity } of item.payload.discarded_events)
        unsaid.count(reason, category, '', quantity)
    },
    resay(deliver) {
      const report = unsaid.takeReport(clock)
      if (report) deliver(report)
    },
  }
}
