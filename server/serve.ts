import type { FastifyInstance } from 'fastify'
import { systemRandom } from './accounts/secrets.ts'
import { createOwner, issueSetupToken } from './accounts/setup.ts'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { databaseFile, requireDataDir } from './data-dir.ts'
import { ensureBuild } from './hosting/build.ts'
import { requireFreePort } from './port.ts'
import { createSelfTelemetry } from './self-telemetry.ts'
import { openSqliteStore } from './store/sqlite.ts'
import type { Store } from './store/store.ts'
import { startWriter } from './store/writer.ts'

interface ServeOptions {
  root: string
  config: Config
  mode: 'production' | 'development'
  env: Record<string, string | undefined>
}

/** What is left of the promised five seconds is for the process to end. */
const closeTimeoutMs = 4500

/** Starts the whole desk; resolves when it is ready. A signal ends it. */
export async function serve({ root, config, mode, env }: ServeOptions): Promise<void> {
  const clock = Date.now
  for (const notice of config.notices) console.warn(notice)
  await requireFreePort(config.host, config.port)
  requireDataDir(config.dataDir)
  if (mode === 'production') await ensureBuild({ root, env, say: (line) => console.log(line) })

  const file = databaseFile(config.dataDir)
  const store = await openSqliteStore({ file })
  const writer = await startWriter({ file })
  const telemetry = await createSelfTelemetry({ root, config, store, writer, clock })
  const app = await createApp({ root, config, store, writer, telemetry, mode, clock })
  closeOnSignal(async () => {
    await closeRequests(app)
    await telemetry.close(1000)
    await writer.close()
    await store.close()
  })
  await app.listen({ host: config.host, port: config.port })
  console.log(`Crumbtrail is ready on ${config.publicUrl}`)
  await sayHowToSignIn(store, config, clock)
}

async function sayHowToSignIn(store: Store, config: Config, clock: () => number): Promise<void> {
  if (config.owner) await createOwner({ store, ...config.owner, clock })
  const token = await issueSetupToken(store, systemRandom)
  if (token !== undefined) console.log(`Create the owner's account: ${config.publicUrl}/set-up/${token}`)
}

/** Lets what is in flight finish; connections that hang on are closed when time is nearly up. */
async function closeRequests(app: FastifyInstance): Promise<void> {
  const force = setTimeout(() => app.server.closeAllConnections(), closeTimeoutMs - 1500)
  await app.close()
  clearTimeout(force)
}

function closeOnSignal(close: () => Promise<void>): void {
  let isClosing = false
  const onSignal = () => {
    if (isClosing) return
    isClosing = true
    const deadline = setTimeout(() => {
      console.error('Cannot stop in time: something did not close')
      process.exit(1)
    }, closeTimeoutMs)
    close().then(
      () => {
        clearTimeout(deadline)
        process.exit(0)
      },
      (error) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}
