import { makeNodeTransport, NodeClient } from '@sentry/node'
import type { TelemetryAdapter } from '../adapter.ts'
import { parseDsn } from '../transport/dsn.ts'
import { createSentryClientAdapter, type SentryAdapterOptions } from './sentry-client.ts'

/**
 * Delivers through `@sentry/node` with a separate client. `Sentry.init()` would make it the client of the
 * whole process and instrument what we instrument ourselves. Loading the package takes a quarter of a
 * second, so import this file only when it is used.
 */
export function createSentryNodeAdapter(options: SentryAdapterOptions): TelemetryAdapter {
  const { dsn, release, environment } = options
  parseDsn(dsn) // Sentry's client would accept an invalid DSN and send nothing.
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
