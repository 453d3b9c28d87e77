import { exceptionsFromThrown, type TelemetryEvent } from '#telemetry/errors/event.ts'
import type { StackOptions } from '#telemetry/errors/thrown/stacktrace.ts'
import type { TransactionEvent } from '#telemetry/trace/transaction.ts'

export const traceId = '0123456789abcdef0123456789abcdef'

export const anEvent = (parts: Partial<TelemetryEvent> = {}): TelemetryEvent => ({
  event_id: 'e'.repeat(32),
  timestamp: 1_700_000_000.25,
  platform: 'node',
  level: 'error',
  ...parts,
})

/** A request that took 250 ms, 50 of them in the database. */
export const aTransaction = (parts: Partial<TransactionEvent> = {}): TransactionEvent => ({
  type: 'transaction',
  event_id: 'f'.repeat(32),
  platform: 'node',
  level: 'info',
  transaction: 'GET /issues',
  transaction_info: { source: 'route' },
  start_timestamp: 1_700_000_000,
  timestamp: 1_700_000_000.25,
  contexts: {
    trace: {
      trace_id: traceId,
      span_id: 'a'.repeat(16),
      parent_span_id: 'b'.repeat(16),
      op: 'http.server',
      status: 'ok',
      data: { 'http.response.status_code': 200 },
    },
  },
  spans: [
    {
      trace_id: traceId,
      span_id: 'c'.repeat(16),
      parent_span_id: 'a'.repeat(16),
      op: 'db',
      description: 'SELECT issue',
      start_timestamp: 1_700_000_000.1,
      timestamp: 1_700_000_000.15,
      status: 'internal_error',
      data: { rows: 20, ratio: 0.5, cached: false },
    },
  ],
  ...parts,
})

/** What the caller knows about the failure. */
interface EventBasis {
  eventId: string
  timestampMs: number
  platform: string
  mechanism: { type: string; handled: boolean }
}

/** Takes anything that can be thrown, and never throws itself. */
export function eventFromThrown(
  thrown: unknown,
  { eventId, timestampMs, platform, mechanism }: EventBasis,
  options?: StackOptions,
): TelemetryEvent {
  return {
    event_id: eventId,
    timestamp: timestampMs / 1000,
    platform,
    level: 'error',
    exception: { values: exceptionsFromThrown(thrown, mechanism, options) },
  }
}
