import type { TelemetryAdapter } from '../adapter.ts'
import { writeReduced } from '../errors/reduce-event.ts'
import { envelopeUrl, formatDsn, parseDsn } from '../transport/dsn.ts'
import { writeEnvelope } from '../transport/envelope.ts'
import { createHttpAdapter, type HttpAdapterOptions } from './http.ts'
import { createReportQueue } from './report-queue.ts'

export interface EnvelopeAdapterOptions extends HttpAdapterOptions {
  /** An invalid DSN throws at once. */
  dsn: string
  /** An address that forwards envelopes, used instead of the DSN's own. */
  tunnelPath?: string
}

/** Posts envelopes to a DSN of Crumbtrail or Sentry, or to a tunnel. Pages have an adapter of their own. */
export function createEnvelopeAdapter(options: EnvelopeAdapterOptions): TelemetryAdapter {
  const dsn = parseDsn(options.dsn)
  const url = options.tunnelPath || envelopeUrl(dsn)
  const { clock = Date.now } = options
  return createHttpAdapter(
    'envelope',
    (item) => ({ url, body: writeEnvelope(item, clock, formatDsn(dsn), writeReduced) }),
    { queue: createReportQueue(clock), ...options },
  )
}
