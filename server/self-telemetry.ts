import { hostname } from 'node:os'
import type { TelemetryAdapter } from '../telemetry/adapter.ts'
import { createConsoleAdapter } from '../telemetry/adapters/console.ts'
import { createEnvelopeAdapter } from '../telemetry/adapters/envelope.ts'
import { createInProcessAdapter } from '../telemetry/adapters/in-process.ts'
import { createDiscards, type Discards } from '../telemetry/client-report.ts'
import { mintDigest } from '../telemetry/digest.ts'
import { sayOnce } from '../telemetry/discard-sentences.ts'
import { createRequestScopes, recordServerBreadcrumbs } from '../telemetry/fastify.ts'
import { cryptoRandom } from '../telemetry/random.ts'
import type { ScopeProvider } from '../telemetry/scope.ts'
import { createSourceContext } from '../telemetry/source-context.ts'
import { createTelemetry, type Telemetry } from '../telemetry/telemetry.ts'
import type { Config } from './config.ts'
import { formatDsn } from './dsn.ts'
import type { FailureStage } from './hosting/failure.ts'
import type { BrowserTelemetrySettings } from './hosting/visit.ts'
import { findFirstKey } from './store/projects.ts'
import type { Store } from './store/store.ts'
import type { Writer } from './store/writer.ts'

/** The desk is its own first customer: what breaks in it is reported to its project number 1. */
export interface SelfTelemetry {
  telemetry: Telemetry
  scopes: ScopeProvider
  /** Reports what ended a request, and returns its digest. */
  report: (thrown: unknown, stage: FailureStage) => string
  /** What the pages' browsers report with; undefined when they should not. */
  browser: BrowserTelemetrySettings | undefined
  close: (timeoutMs: number) => Promise<void>
}

interface SelfTelemetryOptions {
  root: string
  config: Config
  store: Store
  writer: Writer
  clock: () => number
}

const ownProjectId = 1

export async function createSelfTelemetry(options: SelfTelemetryOptions): Promise<SelfTelemetry> {
  const { root, config, store, clock } = options
  const key = await findFirstKey(store.db, ownProjectId)
  const ownDsn = key && formatDsn(config.publicUrl, key.publicKey, ownProjectId)
  const discards = createDiscards(sayOnce((sentence) => console.warn(sentence)))
  const scopes = createRequestScopes()
  const telemetry = createTelemetry({
    adapters: config.telemetryAdapters.flatMap((name) => createAdapter(name, options, key, discards)),
    platform: 'node',
    release: config.release,
    environment: config.environment,
    serverName: hostname(),
    appRoot: root,
    scopes,
    discards,
    addSourceContext: createSourceContext(root),
    clock,
  })
  telemetry.globalScope.setContext('runtime', { name: 'node', version: process.version })
  const stopBreadcrumbs = recordServerBreadcrumbs(telemetry.addBreadcrumb)
  return {
    telemetry,
    scopes,
    report(thrown, stage) {
      const digest = mintDigest(thrown, cryptoRandom, { isHostFrame })
      telemetry.captureException(thrown, { handled: false, mechanism: stage, digest })
      return digest
    },
    browser: browserSettings(config, ownDsn),
    async close(timeoutMs) {
      stopBreadcrumbs()
      await telemetry.close(timeoutMs)
    },
  }
}

function createAdapter(
  name: Config['telemetryAdapters'][number],
  { config, writer, clock }: SelfTelemetryOptions,
  key: { id: number } | undefined,
  discards: Discards,
): TelemetryAdapter[] {
  switch (name) {
    case 'in-process':
      // Without a key the project is closed, to us as to everyone.
      return key === undefined
        ? []
        : [createInProcessAdapter({ submit: submitTo(writer, key.id, clock), discards, clock })]
    case 'envelope':
      return config.telemetryDsn === undefined
        ? []
        : [createEnvelopeAdapter({ dsn: config.telemetryDsn, discards })]
    case 'console':
      return [createConsoleAdapter()]
    case 'none':
      return []
  }
}

function submitTo(writer: Writer, keyId: number, clock: () => number) {
  return async (body: Uint8Array) => {
    const result = await writer.submit({
      projectId: ownProjectId,
      keyId,
      body: new Uint8Array(body),
      receivedAt: clock(),
    })
    if (result.status !== 200) throw new Error(`Cannot report to the own store: ${result.detail}`)
  }
}

/** Browsers report where the server does: to this desk, or through its tunnel to another. */
function browserSettings(config: Config, ownDsn: string | undefined): BrowserTelemetrySettings | undefined {
  const { telemetryAdapters, telemetryDsn, release, environment } = config
  const dsn = telemetryAdapters.includes('in-process') ? ownDsn : telemetryDsn
  return dsn === undefined ? undefined : { dsn, release, environment }
}

/** One failing loader is one fault, whether it ran for a page or for its payload. */
function isHostFrame({ abs_path: path = '' }: { abs_path?: string }): boolean {
  return /\/(server\/hosting|renderer)\//.test(path)
}
