import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { setUpPath } from '#renderer/paths.ts'
import { systemRandom } from './accounts/secrets.ts'
import { createOwner, issueSetupToken } from './accounts/setup.ts'
import { createApp } from './app.ts'
import type { Config } from './config/config.ts'
import { requireDataDir } from './config/data-dir.ts'
import { type HeldPort, requireFreePort } from './config/free-port.ts'
import { removeServedAddress, writeServedAddress } from './config/served-address.ts'
import { requireTunnelPath } from './config/tunnel-path.ts'
import { ensureBuild } from './hosting/build.ts'
import { createNewsSource } from './live/news-source.ts'
import { createOwnSource } from './live/source.ts'
import { createWriterMetrics } from './metrics/writer-metrics.ts'
import { openEngine } from './process/engine/open-engine.ts'
import { createSelfTelemetry, type SelfTelemetry } from './process/self-telemetry.ts'
import { closeAtTheEnd, closeTimeoutMs, endWhileStarting } from './process/shutdown.ts'
import type { Store } from './store/engine/store.ts'
import { startWriter } from './writer/writer.ts'

interface ServeOptions {
  root: string
  config: Config
  mode: 'production' | 'development'
  env: Record<string, string | undefined>
  /** The port of the configuration, where any was wanted. */
  held: HeldPort | undefined
}

/** Starts the whole desk; resolves when it is ready. A signal ends it, at any time. */
export async function serve({ root, config, mode, env, held }: ServeOptions): Promise<void> {
  const clock = Date.now
  const started = endWhileStarting()
  for (const notice of config.notices) console.warn(notice)
  if (!held) await requireFreePort(config.host, config.port)
  requireDataDir(config.dataDir)
  requireTunnelPath(config.tunnelPath, root)
  if (mode === 'production') await ensureBuild({ root, env, say: (line) => console.log(line) })

  let reporting: SelfTelemetry | undefined // The telemetry needs the database, whose queries it records.
  const engine = await openEngine({
    config,
    clock,
    onQuery: (sql, durationMs) => reporting?.recordQuery(sql, durationMs),
    onFailure: (thrown) => void reporting?.report(thrown, 'process'),
  })
  const { store, news, warning } = engine
  if (warning !== undefined) console.warn(warning)
  const writerMetrics = createWriterMetrics()
  const writer = await startWriter({
    ...engine.writing,
    retentionDays: config.retentionDays,
    observer: writerMetrics,
  })
  writer.onCommit(writerMetrics.noteCommit)
  const telemetry = await createSelfTelemetry({ root, config, store, writer, clock })
  reporting = telemetry
  const source = news ? createNewsSource({ news }) : createOwnSource({ writer, bootId: randomUUID() })
  const app = await createApp({
    root,
    config,
    mode,
    clock,
    engine,
    writer,
    writerMetrics,
    telemetry,
    source,
  })
  engine.startJobs({ onIssueChange: source.tell })
  started()
  closeAtTheEnd({
    async close() {
      removeServedAddress(config.dataDir)
      await closeRequests(app)
      await telemetry.close(1000)
      await writer.close()
      await engine.close()
    },
    report: (thrown) => telemetry.report(thrown, 'process'),
  })
  // Before anybody is told that they may come: whoever signs in at once would be refused.
  if (config.owner) await createOwner({ store, ...config.owner, clock })
  const { host, port } = config
  await app.listen(held ? Object.assign(held.listener, { host }) : { host, port })
  writeServedAddress(config.dataDir, config.publicUrl)
  console.log(`Crumbtrail is ready on ${config.publicUrl}`)
  await sayHowToSignIn(store, config)
}

async function sayHowToSignIn(store: Store, config: Config): Promise<void> {
  const token = await issueSetupToken(store, systemRandom, Date.now())
  if (token !== undefined) console.log(`Create the owner's account: ${config.publicUrl}${setUpPath(token)}`)
}

/** Lets what is in flight finish; a connection whose request is answered goes, and at the end every one. */
async function closeRequests(app: FastifyInstance): Promise<void> {
  const idle = setInterval(() => app.server.closeIdleConnections(), 50)
  const force = setTimeout(() => app.server.closeAllConnections(), closeTimeoutMs - 1500)
  await app.close()
  clearInterval(idle)
  clearTimeout(force)
}
