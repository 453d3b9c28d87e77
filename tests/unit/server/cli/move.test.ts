import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { databaseFile, lockDataDir } from '#server/config/data-dir.ts'
import { createS3Blobs } from '#server/store/blobs/s3/s3-blobs.ts'
import { withoutPassword } from '#server/store/move/moved.ts'
import { openStore } from '#server/store/open-store.ts'
import { openMovePool } from '#server/store/postgres/move/move-pool.ts'
import { openPostgresSource } from '#server/store/postgres/move/source.ts'
import { startS3Server } from '#tests/support/blobs/s3-server.ts'
import { readPostgresRows, readSqliteRows } from '#tests/support/move/plain-rows.ts'
import { runIn, runWith } from '#tests/support/move/run-move.ts'
import { listBlobFiles, writeSeededDesk } from '#tests/support/move/seeded-desk.ts'
import {
  createEmptyPostgresDatabase,
  createPostgresDatabase,
} from '#tests/support/postgres/postgres-database.ts'
import { openPostgresEventStore } from '#tests/support/postgres/postgres-event-store.ts'
import { DAY_START } from '#tests/support/seeded-day/day.ts'
import { anEventId, envelopeOf } from '#tests/support/store/event-store.ts'

let folder: string
let seeded: string
let copies = 0

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'crumbtrail-move-'))
  seeded = join(folder, 'seeded')
  await writeSeededDesk(seeded)
})

afterAll(() => rmSync(folder, { recursive: true }))

/** A data directory with the seeded day, which a test may change. */
function aDesk(): string {
  const dataDir = join(folder, `desk-${++copies}`)
  cpSync(seeded, dataDir, { recursive: true })
  return dataDir
}

function anEmptyFolder(): string {
  return join(folder, `empty-${++copies}`)
}

async function selectFrom(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

const MOVES = "select actor, target, details from audit_entry where action = 'desk.move' order by id"

/** The indexes, constraints and triggers of a database, which a target does not have until the end. */
async function readPostgresRules(url: string): Promise<unknown[]> {
  const rules = await selectFrom(
    url,
    `select pg_get_indexdef(indexrelid) as rule from pg_index where indrelid::regclass::text !~ '^pg_'
    union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by 1`,
  )
  return rules.map(({ rule }) => rule)
}

function readSqliteRules(file: string): unknown[] {
  const connection = new DatabaseSync(file, { readOnly: true })
  try {
    return connection.prepare('select type, name, sql from sqlite_schema order by type, name').all()
  } finally {
    connection.close()
  }
}

async function start(place: string): Promise<void> {
  await (await openStore({ place })).close()
}

describe('move', () => {
  it('takes a desk to PostgreSQL and back, row by row and byte by byte', { timeout: 120_000 }, async () => {
    const dataDir = aDesk()
    const before = readSqliteRows(databaseFile(dataDir))
    const url = await createEmptyPostgresDatabase()

    expect(await runIn(dataDir, 'move', url)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Copied \d{4,} rows and \d+ attachments from .+ with --finish/s),
    })
    await start(databaseFile(dataDir)) // it may run until the end
    await expect(start(url)).rejects.toThrow('Cannot open the database: a move to it is not finished')
    expect(await runIn(dataDir, 'move', url, '--finish')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/0 rows and 0 attachments in this run.+Set DATABASE_URL/s),
    })
    expect(await readPostgresRows(url, Object.keys(before))).toEqual(before)
    expect(await selectFrom(url, 'select issue_id from issue_text where search is null')).toEqual([])
    const there = {
      actor: 'command',
      target: withoutPassword(url),
      details: JSON.stringify({ from: dataDir }),
    }
    expect(await selectFrom(url, MOVES)).toEqual([there])
    expect(await readPostgresRules(url)).toEqual(await readPostgresRules(await createPostgresDatabase()))

    const back = anEmptyFolder()
    expect(await runIn(back, 'move', '--from', url)).toMatchObject({ code: 0 })
    expect(await runIn(back, 'move', '--from', url, '--finish')).toMatchObject({
      code: 0,
      output: expect.stringContaining(`Start the desk with DATA_DIR=${back}`),
    })
    expect(readSqliteRows(databaseFile(back))).toEqual(before)
    const here = { actor: 'command', target: back, details: JSON.stringify({ from: withoutPassword(url) }) }
    const copied = new DatabaseSync(databaseFile(back), { readOnly: true })
    expect(copied.prepare(MOVES).all()).toEqual([there, here])
    copied.close()
    expect(listBlobFiles(back)).toEqual(listBlobFiles(seeded))
    expect(readSqliteRules(databaseFile(back))).toEqual(readSqliteRules(databaseFile(seeded)))
    expect(Object.values(before).every((rows) => rows.length > 0)).toBe(true)
  })

  it('leaves one desk: the old one says where it went, until that is forgotten', async () => {
    const dataDir = aDesk()
    const [url, back] = [await createEmptyPostgresDatabase(), anEmptyFolder()]
    await runIn(dataDir, 'move', url, '--finish')
    await expect(start(databaseFile(dataDir))).rejects.toThrow(
      /^Cannot open the database: its desk moved to postgres:\/\/.+ on \d{4}-\d\d-\d\d; set DATABASE_URL to it, or .+ move --forget"$/,
    )
    await start(url)
    for (const words of [[await createEmptyPostgresDatabase()], [url, '--finish']]) {
      expect((await runIn(dataDir, 'move', ...words)).refusal).toMatch(/^Cannot move .+ already; /)
    }
    expect((await runIn(dataDir, 'doctor')).output).toMatch(/fail {2}moved .+the desk moved to postgres:/)

    await runIn(back, 'move', '--from', url, '--finish')
    await start(databaseFile(back))
    await expect(start(url)).rejects.toThrow(`its desk moved to ${back} on`)

    expect(await runIn(dataDir, 'move', '--forget')).toMatchObject({ code: 0 })
    expect(await runIn(dataDir, 'move', '--forget', '--from', url)).toMatchObject({ code: 0 })
    for (const place of [databaseFile(dataDir), url, databaseFile(back)]) await start(place)
    expect((await runIn(dataDir, 'move', '--forget')).refusal).toContain('has not moved')
  })

  it('lists attachments whose bytes are missing or damaged, and moves the rest', async () => {
    const [dataDir, url] = [aDesk(), await createEmptyPostgresDatabase()]
    const [missing, damaged] = Object.keys(listBlobFiles(dataDir)).slice(0, 2)
    rmSync(join(dataDir, missing ?? ''))
    writeFileSync(join(dataDir, damaged ?? ''), 'other bytes')
    const { code, output } = await runIn(dataDir, 'move', url, '--finish')
    expect(code).toBe(0)
    expect(output).toContain('The bytes of 2 attachments are missing or damaged where they were')
    for (const path of [missing, damaged]) expect(output).toContain(path?.slice(-64))
    await start(url)
  })

  it('gives new rows ids that no row ever had', async () => {
    const dataDir = aDesk()
    const connection = new DatabaseSync(databaseFile(dataDir))
    connection.exec("update sqlite_sequence set seq = 500 where name = 'issue'") // issues that were deleted
    connection.close()
    const [url, back] = [await createEmptyPostgresDatabase(), anEmptyFolder()]
    await runIn(dataDir, 'move', url, '--finish')
    const moved = await openPostgresEventStore({ url })
    const body = envelopeOf({ event_id: anEventId(1), message: 'after the move' })
    const { failure } = await moved.writeBatch([{ projectId: 1, keyId: 1, receivedAt: DAY_START, body }], [])
    const issues = await moved.select("select id from issue where value = 'after the move'")
    await moved.close() // with what is not counted yet
    expect(failure).toBeUndefined()
    expect(issues).toEqual([{ id: expect.toSatisfy((id) => id > 500) }])

    expect(await runIn(back, 'move', '--from', url, '--finish')).toMatchObject({
      code: 0,
      refusal: expect.not.stringContaining('Cannot'),
    })
    const read = new DatabaseSync(databaseFile(back))
    const ofIssue = (sql: string) => read.prepare(sql).get(Number(issues[0]?.id))
    expect(ofIssue('select event_count as n from issue where id = ?')).toEqual({ n: 1 })
    expect(ofIssue("select seq >= ? as isHigher from sqlite_sequence where name = 'issue'")).toEqual({
      isHigher: 1,
    })
    const found = read
      .prepare("select count(*) as n from issue_search where issue_search match 'after'")
      .get()
    expect(found).toEqual({ n: 1 })
    read.close()
  })
})

describe('move with a bucket', () => {
  it('leaves what is there, brings what was not uploaded yet, and notes both', async () => {
    const { bucket, objects, close } = await startS3Server()
    onTestFinished(close)
    const [dataDir, back, url] = [aDesk(), anEmptyFolder(), await createEmptyPostgresDatabase()]
    const env = (place: string) => ({
      DATA_DIR: place,
      BLOB_URL: `s3://files/desk?region=eu-central-1&endpoint=${new URL(bucket.url).origin}`,
      AWS_ACCESS_KEY_ID: bucket.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: bucket.credentials.secretAccessKey,
    })
    const uploaded = Object.keys(listBlobFiles(dataDir)).find((path) => path.startsWith('attachments')) ?? ''
    const sha256 = uploaded.slice(-64)
    const bytes = readFileSync(join(dataDir, uploaded))
    await createS3Blobs(bucket).put({ sha256, bytes })
    rmSync(join(dataDir, uploaded))

    expect(await runWith(env(dataDir), 'move', url, '--finish')).toMatchObject({
      code: 0,
      output: expect.not.stringContaining('missing'),
    })
    const hashes = Object.keys(listBlobFiles(seeded)).map((path) => path.slice(-64))
    expect([...objects.keys()].map((key) => key.slice(-64)).sort()).toEqual([...new Set(hashes)].sort())
    const noted = await selectFrom(url, 'select sha256 from blob order by sha256')
    expect(noted.map((row) => row.sha256)).toEqual([...new Set(hashes)].sort())

    await selectFrom(url, `insert into blob_part values ('${sha256}', 0, '\\x${bytes.toString('hex')}')`)
    objects.delete([...objects.keys()].find((key) => key.endsWith(sha256)) ?? '') // as from before the bucket
    expect(await runWith(env(back), 'move', '--from', url, '--finish')).toMatchObject({
      code: 0,
      output: expect.not.stringContaining('missing'),
    })
    expect(Object.keys(listBlobFiles(back))).toEqual([uploaded, expect.stringMatching(/^uploads/)])
  })
})

describe('move refuses', () => {
  const refusalOf = async (dataDir: string, ...words: string[]) => {
    const { code, refusal } = await runIn(dataDir, 'move', ...words)
    expect(code).toBe(1)
    expect(refusal).not.toContain('secret')
    await start(databaseFile(dataDir)).catch(() => undefined)
    return refusal
  }

  it.each([
    [['mysql://host/desk'], 'the address of a database begins with postgres://'],
    [[], 'name the database: "move postgres://USER@HOST/NAME"'],
    [['postgres://a/b', '--from', 'postgres://a/c'], 'name one database, either to move to or from'],
    [['postgres://a/b', '--forget'], '--forget takes the desk in DATA_DIR, or a database with --from'],
    [['--from', 'postgres://a/b', '--finish', '--forget'], '--finish and --forget exclude each other'],
  ])('%j', async (words, message) => {
    expect(await refusalOf(aDesk(), ...words)).toBe(`Cannot move the desk: ${message}`)
  })

  it('a server that is not there, without showing the password', async () => {
    expect(await refusalOf(aDesk(), 'postgres://ada:secret@127.0.0.1:1/desk')).toMatch(
      /^Cannot move to postgres:\/\/ada@127\.0\.0\.1:1\/desk: .*ECONNREFUSED.*; check the address/,
    )
  })

  it('a database that does not exist', async () => {
    const url = (await createEmptyPostgresDatabase()).replace(/test_\w+/, 'nowhere')
    expect(await refusalOf(aDesk(), url)).toMatch(/database "nowhere" does not exist; check the address/)
  })

  it.each([
    ["encoding 'LATIN1' locale 'C'", `its encoding is LATIN1; create it with "encoding 'UTF8'"`],
    ["locale_provider icu icu_locale 'en' locale 'C.UTF-8'", 'its collation is C.UTF-8; create it with'],
  ])('a database that has %s', async (options, message) => {
    expect(await refusalOf(aDesk(), await createEmptyPostgresDatabase(options))).toContain(message)
  })

  it('a database that is not empty, and one with another desk', async () => {
    const [dataDir, url] = [aDesk(), await createEmptyPostgresDatabase()]
    expect(await refusalOf(dataDir, await createPostgresDatabase())).toMatch(
      /it is not empty; create an empty/,
    )
    await runIn(aDesk(), 'move', url)
    expect(await refusalOf(dataDir, url)).toMatch(/it has a part of .+; empty it to begin anew/)
  })

  it('a role that may not create tables', async () => {
    const url = await createEmptyPostgresDatabase()
    await selectFrom(url, `do $$ begin create role reader login; exception when others then null; end $$`)
    expect(await refusalOf(aDesk(), url.replace('//tests@', '//reader@'))).toMatch(
      /has no right to create tables/,
    )
  })

  it('a desk of another version, on either side', async () => {
    const [dataDir, url] = [aDesk(), await createPostgresDatabase()]
    const connection = new DatabaseSync(databaseFile(dataDir))
    connection.exec('pragma user_version = 29')
    connection.close()
    expect(await refusalOf(dataDir, await createEmptyPostgresDatabase())).toMatch(
      /of another version \(schema 29/,
    )
    await selectFrom(url, 'insert into schema_step values (99)')
    expect(await refusalOf(anEmptyFolder(), '--from', url)).toMatch(/of another version \(schema 99/)
    expect(await refusalOf(anEmptyFolder(), '--from', await createEmptyPostgresDatabase())).toMatch(
      /it has no desk$/,
    )
  })

  it('to finish while a desk runs, on either side', async () => {
    const [dataDir, url] = [aDesk(), await createPostgresDatabase()]
    const lock = lockDataDir(dataDir)
    expect(await refusalOf(dataDir, await createEmptyPostgresDatabase(), '--finish')).toMatch(
      /a running desk uses .+; stop it first/,
    )
    lock.release()
    const desk = await openStore({ place: url })
    await desk.db.selectFrom('project').select('id').execute()
    expect(await refusalOf(anEmptyFolder(), '--from', url, '--finish')).toMatch(/a desk or a command uses it/)
    await desk.close()
  })

  it('a desk that starts while it is moved, and would not hear of it', async () => {
    const url = await createPostgresDatabase()
    const pool = openMovePool(url)
    const source = await openPostgresSource(pool, 'here', { locked: true })
    await expect(start(url)).rejects.toThrow('Cannot open the database: its desk is being moved')
    await source.close()
    await pool.end()
    await start(url)
  })

  it('a folder that has a desk, and one that has none', async () => {
    const url = await createPostgresDatabase()
    expect(await refusalOf(aDesk(), '--from', url)).toMatch(
      /has a desk already; set DATA_DIR to an empty folder/,
    )
    expect(await refusalOf(anEmptyFolder(), url)).toMatch(/has no data yet/)
  })

  it('to open a place whose move is not finished, which a second run resumes', async () => {
    const [back, url] = [anEmptyFolder(), await createPostgresDatabase()]
    await runIn(back, 'move', '--from', url)
    expect(await runIn(back, 'move', '--from', url, '--finish')).toMatchObject({ code: 0 })
    await start(databaseFile(back))
  })
})
