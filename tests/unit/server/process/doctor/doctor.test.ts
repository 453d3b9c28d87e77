import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createToken } from '#server/accounts/tokens.ts'
import { parseConfig } from '#server/config/config.ts'
import { databaseFile } from '#server/config/data-dir.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import { READ_SCOPES } from '#server/models/accounts/scopes.ts'
import { examine } from '#server/process/doctor/doctor.ts'
import type { Runtime } from '#server/process/doctor/runtime.ts'
import { saveSetting } from '#server/store/accounts/settings.ts'
import { DESK_ID } from '#server/store/blobs/start-uploads.ts'
import { LAST_BACKUP } from '#server/store/sqlite/backup/backup.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { startS3Server } from '#tests/support/blobs/s3-server.ts'
import { placeEmptyDatabase } from '#tests/support/store/sqlite/empty-database.ts'

const NOW = Date.UTC(2026, 8, 21)
const runtime: Runtime = {
  node: '24.21.0',
  sqlite: '3.53.4',
  freeBytes: async () => 20 * 1024 ** 3,
  now: () => NOW,
}

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'crumbtrail-doctor-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
})

/** The store of a desk that was just started. */
async function openDesk() {
  const file = databaseFile(dataDir)
  await placeEmptyDatabase(file)
  return openSqliteStore({ file })
}

async function findings(env: Record<string, string> = {}, changed: Partial<Runtime> = {}) {
  const config = parseConfig({ DATA_DIR: dataDir, PORT: '0', ...env }, { release: '1' })
  const checks = await examine(config, { ...runtime, ...changed })
  return Object.fromEntries(checks.map(({ name, state, message }) => [name, `${state}: ${message}`]))
}

describe('examine()', () => {
  it('finds nothing wrong before the first start, and leaves no trace', async () => {
    const found = await findings({ DATA_DIR: join(dataDir, 'not', 'yet') })
    expect(Object.values(found).every((finding) => finding.startsWith('ok: '))).toBe(true)
    expect(found['data-dir']).toMatch('the first start creates it')
    expect(readdirSync(dataDir)).toEqual([])
  })

  it('reads the database of a desk that is open', async () => {
    const store = await openDesk()
    onTestFinished(() => store.close())
    const found = await findings()
    expect(found.database).toMatch(/^ok: .+ is intact$/)
    expect(found.schema).toMatch(/^ok: schema \d+ is current$/)
  })

  it.each([
    [undefined, /^warn: there is no backup/],
    [0, /^ok: the last backup was made today$/],
    [7, /^ok: the last backup was made 7 days ago$/],
    [8, /^warn: the last backup was made 8 days ago/],
  ])('judges a backup from %s days ago', async (days, finding) => {
    const store = await openDesk()
    onTestFinished(() => store.close())
    if (days !== undefined) {
      const value = String(NOW - days * 86_400_000)
      await store.write((trx) => trx.insertInto('setting').values({ key: LAST_BACKUP, value }).execute())
    }
    expect((await findings()).backup).toMatch(finding)
  })

  it('tries the bucket of attachments, and says what is wrong with it', async () => {
    const { bucket, close } = await startS3Server()
    onTestFinished(close)
    const env = {
      BLOB_URL: `s3://files/desk?region=eu-central-1&endpoint=${new URL(bucket.url).origin}`,
      AWS_ACCESS_KEY_ID: bucket.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: bucket.credentials.secretAccessKey,
    }
    expect(await findings()).not.toHaveProperty('attachments')
    expect((await findings(env)).attachments).toBe(
      'ok: s3://files/desk stores, returns, lists and deletes; 0 files are not uploaded yet',
    )
    expect((await findings({ ...env, AWS_SECRET_ACCESS_KEY: 'other' })).attachments).toMatch(
      /^fail: Cannot store an attachment: s3:\/\/files\/desk: SignatureDoesNotMatch \(403\)/,
    )
    const store = await openDesk()
    onTestFinished(() => store.close())
    await store.write((trx) => saveSetting(trx, DESK_ID, 'this desk'))
    expect((await findings()).attachments).toMatch(/^warn: BLOB_URL was set and is not/)
    expect((await findings(env)).attachments).toMatch(/^ok: /)
    await store.write((trx) => saveSetting(trx, DESK_ID, 'that desk'))
    expect((await findings(env)).attachments).toMatch(/^fail: Cannot use s3:.+ another desk uses it/)
  })

  it('tells of data that every user of the machine can read', async () => {
    const store = await openDesk()
    onTestFinished(() => store.close())
    expect((await findings()).privacy).toMatch(/^ok: .+ is not readable by other users$/)
    chmodSync(dataDir, 0o755)
    chmodSync(databaseFile(dataDir), 0o644)
    expect((await findings()).privacy).toMatch(/^warn: .+ run chmod 700 on it$/)
  })

  it('tells of tokens that never expire', async () => {
    const store = await openDesk()
    onTestFinished(() => store.close())
    const add = (expiresAt: number | null) =>
      store.write((trx) =>
        createToken(trx, {
          name: 'ci',
          scopes: READ_SCOPES,
          now: 0,
          random: randomBytes,
          by: COMMAND,
          expiresAt,
        }),
      )
    expect((await findings()).tokens).toBe('ok: there are no tokens')
    await add(1)
    expect((await findings()).tokens).toBe('ok: 1 token, each with an expiry date')
    await add(null)
    expect((await findings()).tokens).toMatch(/^ok: 2 tokens, 1 without an expiry date \("token list"/)
  })

  it('tells a schema that is older from one that is newer', async () => {
    const database = new DatabaseSync(databaseFile(dataDir))
    database.exec('create table a (b)')
    expect((await findings()).schema).toMatch(/^warn: schema 0 will be upgraded to \d+ at the next start$/)
    database.exec('pragma user_version = 999')
    database.close()
    expect((await findings()).schema).toMatch(/^fail: schema 999 was written by a newer Crumbtrail/)
  })

  it('tells of a database that cannot be read', async () => {
    writeFileSync(databaseFile(dataDir), 'no database at all, but long enough for one'.repeat(500))
    expect((await findings()).database).toMatch(/^fail: .+ cannot be read: file is not a database$/)
  })

  it('tells of damage inside', async () => {
    const database = new DatabaseSync(databaseFile(dataDir))
    database.exec('create table a (b)')
    database.close()
    const bytes = readFileSync(databaseFile(dataDir))
    bytes.writeUInt32BE(5, 36) // how many pages are free: https://sqlite.org/fileformat2.html#the_database_header
    writeFileSync(databaseFile(dataDir), bytes)
    expect((await findings()).database).toMatch(/^fail: .+ is damaged: .*[Ff]reelist/)
  })

  it('tells of a data directory that is a file', async () => {
    const file = join(dataDir, 'file')
    writeFileSync(file, '')
    expect((await findings({ DATA_DIR: file }))['data-dir']).toMatch(/^fail: /)
  })

  it.each([
    [20, 'ok: 20.0 GiB are free'],
    [0.5, 'warn: 0.5 GiB are free: disk space is low'],
    [0.01, 'fail: 0.0 GiB are free: events are rejected until there is more space'],
  ])('judges %d GiB of free disk', async (gib, finding) => {
    expect((await findings({}, { freeBytes: async () => gib * 1024 ** 3 })).disk).toBe(finding)
  })

  it('names what is too old', async () => {
    const found = await findings({}, { node: '20.19.0', sqlite: '3.45.1' })
    expect(found.node).toMatch(/^fail: Node 20.19.0 is too old/)
    expect(found.sqlite).toMatch(/^fail: .*SQLite 3.45.1 is older than/)
  })

  it.each([
    [{ status: 'ok' }, /^ok: Crumbtrail answers on port \d+ of 127.0.0.1$/],
    [{ hello: 'world' }, /^fail: .*PORT \d+ on 127.0.0.1 is in use/],
  ])('tells a running desk from a stranger on its port: %o', async (body, finding) => {
    const server = createServer((_request, response) => response.end(JSON.stringify(body)))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    expect((await findings({ PORT: String(port) })).port).toMatch(finding)
  })

  it.each([
    [{ PUBLIC_URL: 'https://desk.example.com', TRUST_PROXY: '1' }, /^ok: https:\/\/desk.example.com$/],
    [{ PUBLIC_URL: 'https://desk.example.com' }, /^warn: .+TRUST_PROXY is off/],
    [{ PUBLIC_URL: 'http://desk.example.com', TRUST_PROXY: '1' }, /^warn: .+ is not https/],
    [{ HOST: '0.0.0.0' }, /^warn: HOST 0.0.0.0 is open to other machines/],
    [{ PUBLIC_URL: 'http://[::1]:3000' }, /^ok: /],
  ])('judges %o', async (env, finding) => {
    expect((await findings(env))['public-url']).toMatch(finding)
  })
})
