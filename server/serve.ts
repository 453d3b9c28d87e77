import type { FastifyInstance } from 'fastify'
import { setUpPath } from '#renderer/paths.ts'
import { systemRandom } from './accounts/secrets.ts'
import { createOwner, issueSetupToken } from './accounts/setup.ts'
import { createApp } from './app.ts'
import type { Config } from './config/config.ts'
import { databaseFile, lockDataDir, requireDataDir } from './config/data-dir.ts'
import { requireFreePort } from './config/free-port.ts'
import { removeServedAddress, writeServedAddress } from './config/served-address.ts'
import { requireTunnelPath } from './config/tunnel-path.ts'
import { startIssueUpkeep } from './desk/issues/maintenance.ts'
import { ensureBuild } from './hosting/build.ts'
import { createChangeFeed } from './live/change-feed.ts'
import { createWriterMetrics } from './metrics/writer-metrics.ts'
import { openBlobs } from './process/open-blobs.ts'
import { createSelfTelemetry } from './process/self-telemetry.ts'
import { closeAtTheEnd, closeTimeoutMs } from './process/shutdown.ts'
import type { QueryObserver, Store } from './store/engine/store.ts'
import { openStore } from './store/open-store.ts'
import { readBackupFolder } from './store/sqlite/backup/backup.ts'
import { sweepUnfinished } from './store/sqlite/backup/unfinished-backup.ts'
import { requireSoundDatabase } from './store/sqlite/check-database.ts'
import { startWriter } from './writer/writer.ts'

interface ServeOptions {
  root: string
  config: Config
  mode: 'production' | 'development'
  env: Record<string, string | undefined>
}

/** Starts the whole desk; resolves when it is ready. A signal ends it. */
export async function serve({ root, config, mode, env }: ServeOptions): Promise<void> {
  const clock = Date.now
  for (const notice of config.notices) console.warn(notice)
  await requireFreePort(config.host, config.port)
  requireDataDir(config.dataDir)
  requireTunnelPath(config.tunnelPath, root)
  if (mode === 'production') await ensureBuild({ root, env, say: (line) => console.log(line) })

  const lock = lockDataDir(config.dataDir)
  const file = databaseFile(config.dataDir)
  requireSoundDatabase(file)
  let onQuery: QueryObserver | undefined // the telemetry's, which itself needs the store
  const store = await openStore({ place: file, onQuery: (sql, durationMs) => onQuery?.(sql, durationMs) })
  const backups = readBackupFolder(file)
  if (backups !== undefined) sweepUnfinished(backups)
  const writerMetrics = createWriterMetrics()
  const writer = await startWriter({
    file,
    retentionDays: config.retentionDays,
    observer: writerMetrics,
  })
  writer.onCommit(writerMetrics.noteCommit)
  const telemetry = await createSelfTelemetry({ root, config, store, writer, clock })
  onQuery = telemetry.recordQuery
  const onFailure = (thrown: unknown) => telemetry.report(thrown, 'process')
  const changes = createChangeFeed()
  const { blobs, closeUploads } = openBlobs({ config, store, clock, onFailure })
  const parts = { store, blobs, writer, writerMetrics, telemetry, changes }
  const app = await createApp({ root, config, mode, clock, ...parts })
  const upkeep = startIssueUpkeep({ store, clock, onFailure, onIssueChange: changes.notify })
  closeAtTheEnd({
    async close() {
      removeServedAddress(config.dataDir)
      await closeRequests(app)
      upkeep.close()
      await closeUploads()
      await telemetry.close(1000)
      await writer.close()
      await store.close()
      lock.release()
    },
    report: (thrown) => telemetry.report(thrown, 'process'),
  })
  // Before anybody is told that they may come: whoever signs in at once would be refused.
  if (config.owner) await createOwner({ store, ...config.owner, clock })
  await app.listen({ host: config.host, port: config.port })
  writeServedAddress(config.dataDir, config.publicUrl)
  console.log(`Crumbtrail is ready on ${config.publicUrl}`)
  await sayHowToSignIn(store, config)
}

async function sayHowToSignIn(store: Store, config: Config): Promise<void> {
  const token = await issueSetupToken(store, systemRandom)
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
