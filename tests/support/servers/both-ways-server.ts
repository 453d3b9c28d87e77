import { join } from 'node:path'
import { systemRandom } from '#server/accounts/secrets.ts'
import { createSession } from '#server/accounts/sessions.ts'
import { uploadFolder } from '#server/artifacts/scratch-folder.ts'
import { parseConfig } from '#server/config/config.ts'
import { databaseFile } from '#server/config/data-dir.ts'
import { createOwnSource } from '#server/live/source.ts'
import { createWriterMetrics } from '#server/metrics/writer-metrics.ts'
import { insertAccount } from '#server/store/accounts/accounts.ts'
import { createFolderBlobs } from '#server/store/blobs/folder-blobs.ts'
import { attachmentFolder } from '#server/store/maintenance/attachment-files.ts'
import { createOwnLeases } from '#server/store/memory/leases.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { startWriter } from '#server/writer/writer.ts'

/**
 * One desk, served both ways: with page shells and without. Both have the same store, accounts and telemetry, and one
 * time, at which the clock stands. Arguments: the data's directory, how many visitors have an account, and
 * the folder of the built pages where it is another. Prints where it
 * listens, the first project's key, the database's file and the visitors' sessions.
 */
const repository = join(import.meta.dirname, '..', '..', '..')
const [dataDir = '', visitorCount = '1', root = repository] = process.argv.slice(2)
// as server/main.ts does, before React and Vike are imported
process.env.NODE_ENV = 'production'
process.setSourceMapsEnabled(true)
const { createApp } = await import('#server/app.ts')
const { createSelfTelemetry } = await import('#server/process/self-telemetry.ts')

const startedAt = Date.now()
const clock = () => startedAt
const publicKey = 'c'.repeat(32)
const config = parseConfig(
  { DATA_DIR: dataDir, PUBLIC_URL: 'http://desk.test', TELEMETRY_TRACES_PER_SECOND: '999999' },
  { release: 'crumbtrail@test' },
)
const file = databaseFile(dataDir)
const store = await openSqliteStore({ file, clock, newKey: () => publicKey })
const writer = await startWriter({ file })
const cookies: string[] = []
for (let number = 0; number < Number(visitorCount); number++) cookies.push(await addVisitor(number))

const telemetry = await createSelfTelemetry({ root, config, store, writer, clock })
const writerMetrics = createWriterMetrics()
const shared = {
  root,
  engine: {
    store,
    place: file,
    blobs: createFolderBlobs(attachmentFolder(file)),
    chunks: { blobs: createFolderBlobs(uploadFolder(file)), isShared: false },
    leases: createOwnLeases(),
    readFreeBytes: async () => Number.POSITIVE_INFINITY,
  },
  writer,
  writerMetrics,
  telemetry,
  mode: 'production',
  clock,
  source: createOwnSource({ writer, bootId: 'boot' }),
} as const
const shells = await createApp({ ...shared, config: { ...config, pageShells: true } })
const vike = await createApp({ ...shared, config: { ...config, pageShells: false } })
const listen = { host: '127.0.0.1', port: 0 }
const [url, vikeUrl] = [await shells.listen(listen), await vike.listen(listen)]
console.log(JSON.stringify({ url, vikeUrl, publicKey, file, cookies: cookies.join('\n') }))

process.once('SIGTERM', async () => {
  await Promise.all([shells.close(), vike.close()])
  await telemetry.close(1000)
  await writer.close()
  await store.close()
})

/** Nobody signs in with a password here: they have their sessions. */
async function addVisitor(number: number): Promise<string> {
  return store.write(async (trx) => {
    const accountId = await insertAccount(trx, {
      email: `visitor-${number}@example.test`,
      passwordHash: '',
      role: number === 0 ? 'owner' : 'member',
      createdAt: clock(),
    })
    if (accountId === undefined) throw new Error('Cannot add visitor: the email is taken')
    return createSession(trx, {
      accountId,
      now: clock(),
      random: systemRandom,
      ip: '127.0.0.1',
      userAgent: undefined,
    })
  })
}
