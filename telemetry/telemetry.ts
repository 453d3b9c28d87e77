import { combineAdapters, type TelemetryAdapter } from './adapter.ts'
import { createDiscards } from './client-report.ts'
import { createScopedTelemetry, type ScopedOptions, type Telemetry } from './scoped-telemetry.ts'

export type { Telemetry }

export interface TelemetryOptions extends Omit<ScopedOptions, 'adapter'> {
  /** Each gets everything. */
  adapters: TelemetryAdapter[]
}

export function createTelemetry({ adapters, ...options }: TelemetryOptions): Telemetry {
  const { discards = createDiscards(), clock = Date.now } = options
  return createScopedTelemetry({
    ...options,
    discards,
    adapter: combineAdapters(adapters, discards, clock),
  })
}
