import type { TelemetryAdapter } from '../adapter.ts'
import { writeReduced } from '../errors/reduce-event.ts'
import { envelopeUrl, formatDsn, parseDsn } from '../transport/dsn.ts'
import { writeEnvelope } from '../transport/envelope.ts'
import { createHttpAdapter, type HttpAdapterOptions } from './http.ts'
import { createReportQueue } from './report-queue.ts'

export interface EnvelopeAdapterOptions extends HttpAdapterOptions {
  /** Throws at once when it is not a DSN. */
  dsn: string
  /** An address that takes envelopes on, instead of the DSN's own. */
  tunnelPath?: string
}

/** Posts envelopes to a DSN, Crumbtrail's or Sentry's, or to a tunnel. Pages have one of their own. */
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
