import type { TelemetryAdapter } from '../adapter.ts'
import { writeEnvelope } from '../transport/envelope.ts'
import { createHttpAdapter, type HttpAdapterOptions } from './http.ts'

export interface BrowserEnvelopeAdapterOptions extends HttpAdapterOptions {
  /** A tunnel path on the page's own origin, which no blocker refuses, or `envelopeUrl(parseDsn(dsn))`. */
  url: string
  /** Each envelope contains it, because a tunnel needs it. */
  dsn: string
}

/**
 * The envelope adapter for pages. Items that are delivered while a page is being left are still sent. A
 * `queue` keeps items while there is no connection.
 */
export function createBrowserEnvelopeAdapter(
  options: BrowserEnvelopeAdapterOptions,
  target: Pick<Window, 'document' | 'navigator'> = window,
): TelemetryAdapter {
  const { url, dsn, clock = Date.now } = options
  return createHttpAdapter('envelope', (item) => ({ url, body: writeEnvelope(item, clock, dsn) }), {
    beacon: (...message) =>
      target.document.visibilityState === 'hidden' && target.navigator.sendBeacon(...message),
    ...options,
  })
}
