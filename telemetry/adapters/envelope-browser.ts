import type { TelemetryAdapter } from '../adapter.ts'
import { writeEnvelope } from '../transport/envelope.ts'
import { createHttpAdapter, type HttpAdapterOptions } from './http.ts'

export interface BrowserEnvelopeAdapterOptions extends HttpAdapterOptions {
  /** A tunnel path on the page's own origin, which nothing blocks, or `envelopeUrl(parseDsn(dsn))`. */
  url: string
  /** Goes into each envelope as it is: a tunnel asks for it. */
  dsn: string
}

/**
 * The envelope adapter for pages: what is delivered while a page is being left leaves with it. Give it a
 * `queue` to keep what finds no connection.
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
