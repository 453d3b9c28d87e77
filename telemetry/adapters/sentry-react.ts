import { BrowserClient, makeFetchTransport } from '@sentry/react'
import type { TelemetryAdapter } from '../adapter.ts'
import { originalOf } from '../instrument/wrap.ts'
import { parseDsn } from '../transport/dsn.ts'
import { createSentryClientAdapter, type SentryAdapterOptions } from './sentry-client.ts'

export interface SentryReactAdapterOptions extends SentryAdapterOptions {
  /** An address on the page's own origin that forwards envelopes. */
  tunnelPath?: string
}

/**
 * Delivers through `@sentry/react` with a separate client, without `Sentry.init()` and its
 * instrumentation.
 */
export function createSentryReactAdapter(options: SentryReactAdapterOptions): TelemetryAdapter {
  const { dsn, release, environment, tunnelPath } = options
  parseDsn(dsn) // Sentry's client would accept an invalid DSN and send nothing.
  const client = new BrowserClient({
    dsn,
    ...(release && { release }),
    ...(environment && { environment }),
    ...(tunnelPath && { tunnel: tunnelPath }),
    integrations: [],
    stackParser: () => [],
    // This calls the original `fetch`, because sending a report must not leave a breadcrumb.
    transport: (transportOptions) =>
      makeFetchTransport(transportOptions, originalOf(globalThis.fetch).bind(globalThis)),
  })
  return createSentryClientAdapter('sentry', client, options)
}
