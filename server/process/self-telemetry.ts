import { hostname } from 'node:os'
import { systemRandom } from '#server/accounts/secrets.ts'
import type { Config } from '#server/config/config.ts'
import type { FailureStage } from '#server/hosting/failure.ts'
import type { BrowserTelemetrySettings } from '#server/hosting/visit.ts'
import { formatDsn } from '#server/protocol/dsn.ts'
import type { QueryObserver, Store } from '#server/store/engine/store.ts'
import { OWN_PROJECT_ID } from '#server/store/projects/own-project.ts'
import { ensurePagesKey, findFirstKey } from '#server/store/projects/project-keys.ts'
import { randomProjectKey } from '#server/store/projects/projects.ts'
import type { Writer } from '#server/writer/writer.ts'
import { withSourceLines } from '#telemetry/adapters/source-lines.ts'
import { mintDigest } from '#telemetry/errors/digest.ts'
import { createSourceContext } from '#telemetry/errors/source-context.ts'
import {
  createRequestScopes,
  createRequestTracing,
  type RequestTracing,
  recordServerBreadcrumbs,
} from '#telemetry/fastify.ts'
import { limits } from '#telemetry/limits.ts'
import { createNodeFrames } from '#telemetry/node/frames.ts'
import { cryptoRandom } from '#telemetry/random.ts'
import type { ScopeProvider } from '#telemetry/scope/scope.ts'
import { createTelemetry, type Telemetry } from '#telemetry/telemetry.ts'
import { createReservoirSampler } from '#telemetry/trace/reservoir-sampler.ts'
import { sameOrigin } from '#telemetry/trace/targets.ts'
import { traceRequests } from '#telemetry/trace/traced-requests.ts'
import { createDiscards } from '#telemetry/transport/client-report.ts'
import { sayOnce } from '#telemetry/transport/discard-sentences.ts'
import { createServerAdapters } from './telemetry-adapters.ts'

/** The desk is its own first customer: its errors are reported to its project number 1. */
export interface SelfTelemetry {
  telemetry: Telemetry
  scopes: ScopeProvider
  tracing: RequestTracing
  /** A query of the store becomes a span of its request; a slow one is also a breadcrumb. */
  recordQuery: QueryObserver
  /** Reports the error that ended a request, and returns its digest. */
  report: (thrown: unknown, stage: FailureStage) => string
  /** The settings with which browsers report; undefined if they should not. */
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

/** How long, and how many of, the desk's own envelopes wait for others: half of what the send buffer holds. */
const gatherMs = 100
const gatherMost = limits.sendBuffer / 2

/** A query that takes longer is worth a breadcrumb: all others take less than one. */
const slowQueryMs = 50

export async function createSelfTelemetry(options: SelfTelemetryOptions): Promise<SelfTelemetry> {
  const { root, config, store, clock } = options
  const key = await findFirstKey(store.db, OWN_PROJECT_ID)
  // The pages and their content are public: they have a key that accepts only what they send.
  const newKey = () => randomProjectKey(systemRandom)
  const pagesKey = await ensurePagesKey(store, { projectId: OWN_PROJECT_ID, newKey, now: clock() })
  const ownDsn = pagesKey && formatDsn(config.publicUrl, pagesKey, OWN_PROJECT_ID)
  const discards = sayOnce(createDiscards(), (sentence) => console.warn(sentence))
  const scopes = createRequestScopes()
  // Without a key the project is closed, for us as for everyone.
  const submit = key && submitTo(options.writer, key.id, clock)
  const adapters = await createServerAdapters(config, { submit, discards, clock })
  const telemetry = createTelemetry({
    adapters: adapters.map((adapter) => withSourceLines(adapter, createSourceContext(root))),
    platform: 'node',
    release: config.release,
    environment: config.environment,
    serverName: hostname(),
    ...createNodeFrames(root),
    scopes,
    discards,
    clock,
  })
  // A trickle: users come to see their applications, and what pages cost shows in a few traces.
  const { tracesPerSecond } = config
  const tracing = createRequestTracing(telemetry, {
    ...(config.telemetryAdapters.includes('none')
      ? {}
      : { sampler: createReservoirSampler({ tracesPerSecond, clock }) }),
    publicKey: pagesKey,
  })
  const stopBreadcrumbs = recordServerBreadcrumbs(
    telemetry.addBreadcrumb,
    traceRequests(tracing, sameOrigin(new URL(config.publicUrl).origin)),
  )
  return {
    telemetry,
    scopes,
    tracing,
    recordQuery(sql, durationMs) {
      const { trace, startChild } = tracing.activeSpan()
      if (trace.recording) startChild({ op: 'db', name: sql, startTimeMs: trace.clock() - durationMs }).end()
      if (durationMs > slowQueryMs) {
        telemetry.addBreadcrumb({ category: 'query', message: sql, data: { duration_ms: durationMs } })
      }
    },
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

/**
 * Sends the desk's own envelopes to its writer in groups: crossing to the writer's thread costs the request more than
 * all that it recorded.
 */
function submitTo(writer: Writer, keyId: number, clock: () => number) {
  let gathered: (() => void)[] = []

  function release(): void {
    const all = gathered
    gathered = []
    for (const submit of all) submit()
  }

  return async (body: Uint8Array) => {
    const receivedAt = clock()
    await new Promise<void>((resolve) => {
      const count = gathered.push(resolve)
      if (count === 1) setTimeout(release, gatherMs)
      else if (count >= gatherMost) release() // A failure among many traces must find room.
    })
    const envelope = { projectId: OWN_PROJECT_ID, keyId, body: new Uint8Array(body), receivedAt }
    const result = await writer.submit(envelope)
    if (result.status !== 200) throw new Error(`Cannot store own telemetry: ${result.detail}`)
  }
}

/**
 * Pages have a setting of their own. By envelopes they report where the server does, to this desk or through its tunnel
 * to another; also to this desk, if the server's own adapters have no DSN.
 */
function browserSettings(config: Config, ownDsn: string | undefined): BrowserTelemetrySettings | undefined {
  const { telemetryAdapters, browserAdapters, browserOtlp: otlp, release, environment } = config
  if (browserAdapters.length === 0) return undefined
  const needsDsn = browserAdapters.some((name) => name === 'envelope' || name === 'sentry')
  const dsn = telemetryAdapters.includes('in-process') ? ownDsn : (config.telemetryDsn ?? ownDsn)
  if (needsDsn && dsn === undefined) {
    console.warn(`Pages cannot report by envelopes: project ${OWN_PROJECT_ID} has no active key`)
  }
  const publicKey = needsDsn && dsn !== undefined ? new URL(dsn).username : undefined
  // Pages trace their navigations as sparsely as the server its requests.
  const sampleRate = Math.min(1, config.tracesPerSecond)
  return { ...(needsDsn && { dsn }), otlp, release, environment, sampleRate, publicKey }
}

/** One failing loader is one error, no matter whether it ran for a page or for its payload. */
function isHostFrame({ abs_path: path = '' }: { abs_path?: string | undefined }): boolean {
  return /\/(server\/hosting|renderer)\//.test(path)
}
