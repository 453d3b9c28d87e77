import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { requireSoundDatabase } from '#server/store/sqlite/check-database.ts'
import { anEventId, openEventStore } from '#tests/support/store/event-store.ts'

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'crumbtrail-sound-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** What `kill -9` leaves of a desk that has just stored something: a database, and a log with the rest. */
async function leftovers(): Promise<string> {
  const { file, send, close } = await openEventStore()
  send({ event_id: anEventId(1), message: 'stored' })
  const folder = aFolder()
  for (const end of ['', '-wal', '-shm']) cpSync(file + end, join(folder, `desk.sqlite${end}`))
  await close()
  return join(folder, 'desk.sqlite')
}

function bytesOf(file: string): Record<string, string> {
  const folder = join(file, '..')
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'hex')]),
  )
}

function expectRefused(file: string, sentence: RegExp): void {
  const before = bytesOf(file)
  expect(() => requireSoundDatabase(file)).toThrow(sentence)
  expect(bytesOf(file)).toEqual(before)
}

describe('requireSoundDatabase()', () => {
  it('takes what a killed desk left, and a file that is not there', async () => {
    const file = await leftovers()
    requireSoundDatabase(file)
    requireSoundDatabase(join(aFolder(), 'new.sqlite'))
    const database = new DatabaseSync(file)
    onTestFinished(() => database.close())
    expect(database.prepare('select count(*) as count from event').get()).toEqual({ count: 1 })
  })

  it('refuses an empty file beside its log, and leaves both as they are', async () => {
    const file = await leftovers()
    truncateSync(file, 0)
    expectRefused(
      file,
      /^Cannot open the database: it is empty, but its log .+desk\.sqlite-wal holds the latest data/,
    )
  })

  it('refuses a log without its database, and leaves it as it is', async () => {
    const file = await leftovers()
    rmSync(file)
    expectRefused(
      file,
      /^Cannot open the database: it is missing, but its log .+desk\.sqlite-wal holds the latest/,
    )
    expect(existsSync(file)).toBe(false)
  })

  it('refuses an empty file alone: it may have had content', () => {
    const file = join(aFolder(), 'desk.sqlite')
    writeFileSync(file, '')
    expectRefused(
      file,
      /^Cannot open the database: .+desk\.sqlite is empty; .+ or delete it to start with an empty desk$/,
    )
  })

  it.each([
    ['a text', 'once upon a time, there was a database'],
    ['a single byte', 'S'],
    ['the beginning of a header', 'SQLite format 3'],
    ['zeros', '\0'.repeat(4_096)],
  ])('refuses %s', (_name, content) => {
    const file = join(aFolder(), 'desk.sqlite')
    writeFileSync(file, content)
    expectRefused(
      file,
      /^Cannot open the database: .+ is damaged \(file is not a database\); restore a backup/,
    )
  })

  it('refuses a folder', () => {
    const file = join(aFolder(), 'desk.sqlite')
    mkdirSync(file)
    expect(() => requireSoundDatabase(file)).toThrow(/^Cannot open the database: .+ is not a file$/)
  })

  it('refuses half of a desk, and leaves its database and its log as they are', async () => {
    const file = await leftovers()
    const database = new DatabaseSync(file)
    database.exec('pragma wal_checkpoint(truncate)')
    database.close()
    truncateSync(file, 100_000)
    const before = readFileSync(file, 'hex')
    expect(() => requireSoundDatabase(file)).toThrow(
      /^Cannot open the database: .+ is damaged \(.+\); restore a/,
    )
    expect(readFileSync(file, 'hex')).toBe(before)
  })

  it.each(['delete', 'wal'])("refuses another program's database (%s)", (mode) => {
    const file = join(aFolder(), 'desk.sqlite')
    const database = new DatabaseSync(file)
    database.exec(`pragma journal_mode = ${mode}; create table recipe (id integer)`)
    database.close()
    const before = readFileSync(file, 'hex')
    expect(() => requireSoundDatabase(file)).toThrow(
      /^Cannot open the database: .+ belongs to another program: it has no projects$/,
    )
    expect(readFileSync(file, 'hex')).toBe(before)
  })

  it("refuses a newer desk's database before anything writes to it", async () => {
    const file = await leftovers()
    const database = new DatabaseSync(file)
    database.exec('pragma user_version = 999')
    database.close()
    expect(() => requireSoundDatabase(file)).toThrow(
      /was written by a newer Crumbtrail \(schema 999, this version/,
    )
  })
})
