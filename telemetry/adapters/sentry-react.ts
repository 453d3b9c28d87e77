import { BrowserClient, makeFetchTransport } from '@sentry/react'
import type { TelemetryAdapter } from '../adapter.ts'
import { originalOf } from '../instrument/wrap.ts'
import { parseDsn } from '../transport/dsn.ts'
import { createSentryClientAdapter, type SentryAdapterOptions } from './sentry-client.ts'

export interface SentryReactAdapterOptions extends SentryAdapterOptions {
  /** An address on the page's own origin that takes envelopes on. */
  tunnelPath?: string
}

/** Delivers through `@sentry/react`, by a client of its own: without `Sentry.init()` and what that observes. */
export function createSentryReactAdapter(options: SentryReactAdapterOptions): TelemetryAdapter {
  const { dsn, release, environment, tunnelPath } = options
  parseDsn(dsn) // Sentry's client would take a wrong one, and send nothing
  const client = new BrowserClient({
    dsn,
    ...(release && { release }),
    ...(environment && { environment }),
    ...(tunnelPath && { tunnel: tunnelPath }),
    integrations: [],
    stackParser: () => [],
    // Past any wrapper of ours: a report must not leave a breadcrumb of its own sending.
    transport: (transportOptions) =>
      makeFetchTransport(transportOptions, originalOf(globalThis.fetch).bind(globalThis)),
  })
  return createSentryClientAdapter('sentry', client, options)
}
