import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { runCli } from '#server/cli/run-cli.ts'
import { parseConfig } from '#server/config/config.ts'
import { databaseFile, lockDataDir } from '#server/config/data-dir.ts'
import { createEventLookup } from '#server/desk/events/find-events.ts'
import { startIssueUpkeep } from '#server/desk/issues/maintenance.ts'
import {
  attachmentFolder,
  attachmentPath,
  hashOf,
  writeAttachment,
} from '#server/store/maintenance/attachment-files.ts'
import { openConnection } from '#server/store/sqlite/connection.ts'
import { takeInstanceLock } from '#server/store/sqlite/instance-lock.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { createBatchWriter } from '#server/writer/batch/batch.ts'
import { aMinifiedError, uploadMap } from '#tests/support/source-maps/uploaded-maps.ts'
import { anEventId, envelopeOf } from '#tests/support/store/event-store.ts'
import { placeEmptyDatabase } from '#tests/support/store/sqlite/empty-database.ts'

const NOW = Date.UTC(2026, 8, 21, 12, 30)
const attachment = new Uint8Array(2_500_000).map((_, index) => index % 251)

let directory: string
let dataDir: string
let backup: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'crumbtrail-backup-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  dataDir = join(directory, 'data')
  backup = join(directory, 'desk.backup')
})

function run(...words: string[]) {
  return runWith({}, ...words)
}

async function runWith(env: Record<string, string>, ...words: string[]) {
  const lines: string[] = []
  const say = (line: string) => lines.push(line)
  const config = parseConfig({ DATA_DIR: dataDir, PORT: '0', ...env }, { release: '1' })
  const code = await runCli(words, { config, out: say, err: say, clock: () => NOW })
  return { code, output: lines.join('\n') }
}

/** A desk's data with events and an attachment, open as by its server. */
async function fill(events = 3) {
  const file = databaseFile(dataDir)
  mkdirSync(dataDir, { recursive: true })
  await placeEmptyDatabase(file)
  await run('project', 'list')
  const store = await openSqliteStore({ file })
  const connection = openConnection(file)
  const writeBatch = createBatchWriter(connection, {
    newEventId: () => '',
    attachments: attachmentFolder(file),
  })
  const send = (number: number) => {
    const body = envelopeOf({ event_id: anEventId(number), message: `number ${number}` })
    return writeBatch([{ projectId: 1, keyId: 1, receivedAt: NOW, body }], [])
  }
  for (let number = 1; number <= events; number++) send(number)
  const sha256 = hashOf(attachment)
  writeAttachment(attachmentFolder(file), sha256, attachment)
  connection
    .prepare(
      `insert into attachment (project_id, event_id, sha256, filename, attachment_type, size_bytes, received_at)
       values (1, ?, ?, 'a.bin', 'event.attachment', ?, ?)`,
    )
    .run(anEventId(1), sha256, attachment.length, NOW)
  const close = async () => {
    connection.close()
    await store.close()
  }
  return { send, close, sha256 }
}

/** The data as its server has it open; what is sent has a minified stack. */
async function openMapped() {
  const file = databaseFile(dataDir)
  const store = await openSqliteStore({ file })
  const connection = openConnection(file)
  const options = { newEventId: () => '', attachments: attachmentFolder(file) }
  const writeBatch = createBatchWriter(connection, options)
  return {
    store,
    send(number: number) {
      const body = envelopeOf(aMinifiedError({ event_id: anEventId(number) }))
      writeBatch([{ projectId: 1, keyId: 1, receivedAt: NOW, body }], [])
    },
    async close() {
      connection.close()
      await store.close()
    },
  }
}

function eventIds(): string[] {
  const database = new DatabaseSync(databaseFile(dataDir), { readOnly: true })
  const rows = database.prepare('select event_id as id from event order by id').all()
  database.close()
  return rows.map(({ id }) => String(id))
}

function restores(): unknown[] {
  const database = new DatabaseSync(databaseFile(dataDir), { readOnly: true })
  const rows = database
    .prepare("select at, actor, target from audit_entry where action = 'desk.restore'")
    .all()
  database.close()
  return rows
}

const names = () => readdirSync(directory).sort()

describe('backup', () => {
  it('copies a store that is open, and restore brings it back', async () => {
    const { send, close, sha256 } = await fill()
    const made = await run('backup', backup, '--json')
    expect(made.code).toBe(0)
    expect(JSON.parse(made.output)).toEqual({
      file: backup,
      sizeBytes: statSync(backup).size,
      attachments: 1,
      expiredAttachments: 0,
    })
    expect(statSync(backup).mode & 0o777).toBe(0o600)
    send(4)
    await close()
    rmSync(attachmentPath(attachmentFolder(databaseFile(dataDir)), sha256))

    const restored = await run('restore', backup, '--json')
    expect(restored.code).toBe(0)
    const keptAs = `${databaseFile(dataDir)}.before-restore-20260921T123000Z`
    expect(JSON.parse(restored.output)).toEqual({
      file: backup,
      events: 3,
      issues: 1,
      attachments: 1,
      keptAs,
    })
    expect(eventIds()).toEqual([1, 2, 3].map(anEventId))
    expect(readFileSync(attachmentPath(attachmentFolder(databaseFile(dataDir)), sha256))).toEqual(
      Buffer.from(attachment),
    )
    expect(existsSync(keptAs)).toBe(true)
    expect(restores()).toEqual([{ at: NOW, actor: 'command', target: backup }])
    expect(await run('doctor', '--json')).toMatchObject({ code: 0 })
    expect((await run('doctor')).output).toMatch(/backup .+ made today/)
    expect(statSync(databaseFile(dataDir)).size).toBeLessThan(2_000_000)
  })

  it('contains source maps: after a restore they map events that are stored and events that come', async () => {
    const { close } = await fill(0)
    const first = await openMapped()
    first.send(1)
    await uploadMap(first.store)
    await run('backup', backup)
    await first.close()
    await close()
    dataDir = join(directory, 'elsewhere')
    expect((await run('restore', backup)).code).toBe(0)
    const { send, store, close: closeRestored } = await openMapped()
    onTestFinished(closeRestored)
    const upkeep = startIssueUpkeep({ store, clock: () => NOW })
    onTestFinished(() => upkeep.close())
    while (await upkeep.runOnce());
    send(2)
    const issues = await store.db.selectFrom('issue').select(['type', 'culprit', 'event_count']).execute()
    expect(issues).toEqual([{ type: 'TypeError', culprit: 'src/cart.ts in t', event_count: 2 }])
    const event = await createEventLookup(store, () => NOW).find(1, anEventId(1))
    expect(event?.payload.exception.values[0]?.stacktrace?.frames[0]).toMatchObject({
      context_line: '  return price.amount',
    })
  })

  it('restores into an empty directory', async () => {
    const { close } = await fill()
    await run('backup', backup)
    await close()
    dataDir = join(directory, 'elsewhere')
    const { code, output } = await run('restore', backup)
    expect(code).toBe(0)
    expect(output).toBe(`Restored ${backup}: 3 events, 1 issues, 1 attachments`)
    expect(eventIds()).toHaveLength(3)
    expect(readdirSync(dataDir).sort()).toEqual(['attachments', 'crumbtrail.lock', 'crumbtrail.sqlite'])
  })

  it('overwrites nothing, and leaves nothing unfinished', async () => {
    const { close } = await fill()
    onTestFinished(close)
    writeFileSync(backup, 'mine')
    expect(await run('backup', backup)).toEqual({
      code: 1,
      output: `Cannot back up to ${backup}: the path already exists`,
    })
    expect(readFileSync(backup, 'utf8')).toBe('mine')
    const nowhere = await run('backup', join(directory, 'no', 'such', 'folder'))
    expect(nowhere.output).toMatch(/^Cannot back up to .+: ENOENT/)
    expect(names()).toEqual(['data', 'desk.backup'])
  })

  it('removes what killed backups left in its folder, and nothing else', async () => {
    const { close } = await fill()
    onTestFinished(close)
    const killed = join(directory, 'older.backup.0a1b2c3d.part')
    for (const suffix of ['', '-journal', '.lock']) writeFileSync(killed + suffix, '')
    const atWork = join(directory, 'other.backup.4d5e6f70.part')
    writeFileSync(atWork, '')
    const lock = takeInstanceLock(`${atWork}.lock`)
    onTestFinished(() => lock?.release())
    writeFileSync(join(directory, 'film.89abcdef.part'), 'somebody else’s download')
    expect((await run('backup', backup)).code).toBe(0)
    expect(names()).toEqual([
      'data',
      'desk.backup',
      'film.89abcdef.part',
      'other.backup.4d5e6f70.part',
      'other.backup.4d5e6f70.part.lock',
      'other.backup.4d5e6f70.part.lock-journal', // SQLite's, while the lock is held
    ])
  })

  it('has its doctor say what killed ones left, which changes nothing', async () => {
    const { close } = await fill()
    onTestFinished(close)
    await run('backup', backup)
    writeFileSync(`${backup}.0a1b2c3d.part.lock`, '')
    expect((await run('doctor')).output).toContain(
      `1 unfinished backup is in ${directory}: the next start or backup removes them`,
    )
    expect(names()).toEqual(['data', 'desk.backup', 'desk.backup.0a1b2c3d.part.lock'])
  })

  it('has nothing to copy before the first start', async () => {
    expect((await run('backup', backup)).output).toMatch(/^Cannot back up to .+: .+ has no data yet$/)
    expect(existsSync(dataDir)).toBe(false)
  })

  it('goes without files that went meanwhile', async () => {
    const { close, sha256 } = await fill()
    onTestFinished(close)
    rmSync(attachmentPath(attachmentFolder(databaseFile(dataDir)), sha256))
    const { output } = await run('backup', backup, '--json')
    expect(JSON.parse(output)).toMatchObject({ attachments: 0, expiredAttachments: 1 })
  })

  it('says what is in the bucket and not in the backup', async () => {
    const { close, sha256 } = await fill()
    onTestFinished(close)
    rmSync(attachmentPath(attachmentFolder(databaseFile(dataDir)), sha256))
    const env = { BLOB_URL: 's3://files/desk', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }
    expect((await runWith(env, 'backup', backup)).output).toMatch(
      /0 attachments\. Not included: attachments in s3:\/\/files\/desk \(1\)$/,
    )
    rmSync(backup)
    expect(JSON.parse((await runWith(env, 'backup', backup, '--json')).output)).toMatchObject({
      ...{ attachments: 0, expiredAttachments: 0, uploadedAttachments: 1, bucket: 's3://files/desk' },
    })
  })
})

describe('restore', () => {
  it('refuses a directory that a desk serves', async () => {
    const { close } = await fill()
    await run('backup', backup)
    await close()
    const lock = lockDataDir(dataDir)
    onTestFinished(() => lock.release())
    expect(await run('restore', backup)).toEqual({
      code: 1,
      output: `Cannot restore ${backup}: a running desk uses ${dataDir}; stop it first`,
    })
  })

  it.each([
    ['what is not there', () => {}, /there is no such file$/],
    [
      'what is no database',
      () => writeFileSync(backup, 'no database'.repeat(1_000)),
      /file is not a database$/,
    ],
    [
      'another database',
      () => {
        const other = new DatabaseSync(backup)
        other.exec('create table a (b)')
        other.close()
      },
      /it is not a Crumbtrail backup$/,
    ],
  ])('refuses %s, and leaves the old data as it was', async (_name, make, matter) => {
    const { close } = await fill()
    await close()
    make()
    const refused = await run('restore', backup)
    expect(refused.code).toBe(1)
    expect(refused.output).toMatch(matter)
    expect(eventIds()).toHaveLength(3)
    expect(readdirSync(dataDir).filter((name) => /restor/.test(name))).toEqual([])
  })

  it('refuses a backup that is damaged, wherever', async () => {
    const { close } = await fill(200)
    await run('backup', backup)
    await close()
    const whole = readFileSync(backup)
    const damaged = join(directory, 'damaged')
    let refusals = 0
    const pages = whole.length / 8_192
    for (let page = 1; page < pages; page += Math.ceil(pages / 12)) {
      const bytes = Buffer.from(whole)
      bytes.fill(0xa5, page * 8_192 + 8, page * 8_192 + 4_000)
      writeFileSync(damaged, bytes)
      const { code } = await run('restore', damaged)
      // A page of an attachment or a payload has no structure of its own; an attachment is checked by its hash.
      if (code === 1) refusals++
      else expect(eventIds()).toHaveLength(200)
    }
    expect(refusals).toBeGreaterThan(6)
  }, 30_000)

  it('replaces a damaged database, and keeps it with its log', async () => {
    const { send, close } = await fill()
    await run('backup', backup)
    send(4)
    const log = `${databaseFile(dataDir)}-wal`
    copyFileSync(log, join(directory, 'log'))
    await close()
    writeFileSync(databaseFile(dataDir), 'no database any more'.repeat(1_000))
    copyFileSync(join(directory, 'log'), log)
    expect((await run('restore', backup)).code).toBe(0)
    expect(eventIds()).toEqual([1, 2, 3].map(anEventId))
    const kept = readdirSync(dataDir).filter((name) => name.includes('before-restore'))
    expect(kept.length).toBeGreaterThanOrEqual(1)
  })

  it.each([
    ['an empty database', (file: string) => writeFileSync(file, '')],
    ['a database that is gone', (file: string) => rmSync(file)],
  ])('replaces %s, and keeps the log beside it byte for byte', async (_name, lose) => {
    const { send, close } = await fill()
    await run('backup', backup)
    send(4)
    const file = databaseFile(dataDir)
    const log = readFileSync(`${file}-wal`)
    await close()
    lose(file)
    writeFileSync(`${file}-wal`, log)
    expect((await run('restore', backup)).code).toBe(0)
    expect(eventIds()).toEqual([1, 2, 3].map(anEventId))
    const kept = readdirSync(dataDir).find((name) => /before-restore.*-wal$/.test(name))
    expect(readFileSync(join(dataDir, kept ?? ''))).toEqual(log)
  })
})
