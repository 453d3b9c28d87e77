import { gzipSync } from 'node:zlib'
import type { Config } from '#server/config/config.ts'
import type { OtlpSettings } from '#server/config/otlp-settings.ts'
import type { TelemetryAdapter } from '#telemetry/adapter.ts'
import { createConsoleAdapter } from '#telemetry/adapters/console.ts'
import { createEnvelopeAdapter } from '#telemetry/adapters/envelope.ts'
import { createInProcessAdapter } from '#telemetry/adapters/in-process.ts'
import { createMemoryAdapter } from '#telemetry/adapters/memory.ts'
import { createOtlpAdapter, type OtlpDelivery } from '#telemetry/adapters/otlp.ts'
import type { Discards } from '#telemetry/transport/client-report.ts'

interface AdapterParts {
  /** Accepts an envelope as ingest would; undefined if the desk's own project is closed. */
  submit: ((envelope: Uint8Array) => Promise<void>) | undefined
  discards: Discards
  clock: () => number
}

/** Returns the adapters that `TELEMETRY_ADAPTER` names, in its order. */
export async function createServerAdapters(config: Config, parts: AdapterParts): Promise<TelemetryAdapter[]> {
  const adapters = await Promise.all(
    config.telemetryAdapters.map((name) => createAdapter(name, config, parts)),
  )
  return adapters.filter((adapter) => adapter !== undefined)
}

async function createAdapter(
  name: Config['telemetryAdapters'][number],
  { telemetryDsn: dsn, otlp, release, environment }: Config,
  { submit, discards, clock }: AdapterParts,
): Promise<TelemetryAdapter | undefined> {
  switch (name) {
    case 'in-process':
      return submit && createInProcessAdapter({ submit, discards, clock })
    case 'envelope':
      return dsn === undefined ? undefined : createEnvelopeAdapter({ dsn, discards })
    case 'sentry': {
      if (dsn === undefined) return undefined
      // The module is loaded only if it is chosen: it takes a quarter of a second.
      const { createSentryNodeAdapter } = await import('#telemetry/adapters/sentry-node.ts')
      return createSentryNodeAdapter({ dsn, release, environment, discards })
    }
    case 'otlp':
      return (
        otlp &&
        createOtlpAdapter({
          serviceName: 'crumbtrail',
          traces: toDelivery(otlp.traces),
          logs: toDelivery(otlp.logs),
          discards,
        })
      )
    case 'console':
      return createConsoleAdapter()
    case 'memory':
      return createMemoryAdapter()
    case 'none':
      return undefined
  }
}

function toDelivery({ compression, ...delivery }: OtlpSettings['traces']): OtlpDelivery {
  return { ...delivery, gzip: compression === 'gzip' ? gzip : undefined }
}

/** By its type, zlib's result may lie in a shared pool, which a request's body may not. */
function gzip(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(gzipSync(text))
}
