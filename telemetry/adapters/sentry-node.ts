import { makeNodeTransport, NodeClient } from '@sentry/node'
import type { TelemetryAdapter } from '../adapter.ts'
import { parseDsn } from '../transport/dsn.ts'
import { createSentryClientAdapter, type SentryAdapterOptions } from './sentry-client.ts'

/**
 * Delivers through `@sentry/node`. A client of its own instead of `Sentry.init()`: that one would make it
 * the process's client, and instrument what we instrument ourselves. Loading it takes a quarter of a
 * second, so import this file only when it is chosen.
 */
export function createSentryNodeAdapter(options: SentryAdapterOptions): TelemetryAdapter {
  const { dsn, release, environment } = options
  parseDsn(dsn) // Sentry's client would take a wrong one, and send nothing
  const client = new NodeClient({
    dsn,
    ...(release && { release }),
    ...(environment && { environment }),
    integrations: [],
    stackParser: () => [],
    transport: makeNodeTransport,
    sendClientReports: true,
    enableRuntimeChannelInjection: false,
  })
  client.startClientReportTracking()
  return createSentryClientAdapter('sentry', client, options)
}
