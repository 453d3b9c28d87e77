import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openConnection, requireSqliteVersion } from '#server/store/sqlite/connection.ts'
import { migrate } from '#server/store/sqlite/migrations/migrate.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'

async function aFile(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'crumbtrail-test-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  return join(directory, 'desk.sqlite')
}

async function open(file: string) {
  const store = await openSqliteStore({ file, clock: () => 5_000, newKey: () => 'f'.repeat(32) })
  let isOpen = true
  const close = async () => {
    if (isOpen) await store.close()
    isOpen = false
  }
  onTestFinished(close)
  return { ...store, close }
}

describe.each([
  ['a file', aFile],
  ['memory', async () => ':memory:'],
])('openSqliteStore() in %s', (_name, place) => {
  it("starts with the desk's own project and its key", async () => {
    const { db } = await open(await place())
    expect(await db.selectFrom('project').select(['id', 'slug', 'created_at']).execute()).toEqual([
      { id: 1, slug: 'crumbtrail', created_at: 5_000 },
    ])
    expect(
      await db.selectFrom('project_key').select(['project_id', 'public_key', 'is_active']).execute(),
    ).toEqual([{ project_id: 1, public_key: 'f'.repeat(32), is_active: 1 }])
  })

  it('gives rows as plain objects', async () => {
    const { db } = await open(await place())
    const row = await db.selectFrom('project').select('id').executeTakeFirstOrThrow()
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype)
  })

  it('does not write outside of write()', async () => {
    const { db } = await open(await place())
    const write = db.insertInto('setting').values({ key: 'a', value: 'b' }).execute()
    await expect(write).rejects.toThrow('readonly')
  })

  it('gives what was written, and says how much', async () => {
    const store = await open(await place())
    const inserted = await store.write((trx) =>
      trx.insertInto('setting').values({ key: 'a', value: 'b' }).executeTakeFirst(),
    )
    expect(inserted.numInsertedOrUpdatedRows).toBe(1n)
    expect(await store.db.selectFrom('setting').selectAll().execute()).toEqual([{ key: 'a', value: 'b' }])
  })

  it('takes back all of a transaction that fails, and goes on', async () => {
    const store = await open(await place())
    const failing = store.write(async (trx) => {
      await trx.insertInto('setting').values({ key: 'a', value: 'b' }).execute()
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    await store.write((trx) => trx.insertInto('setting').values({ key: 'c', value: 'd' }).execute())
    expect(await store.db.selectFrom('setting').select('key').execute()).toEqual([{ key: 'c' }])
  })

  it('runs writes one after the other', async () => {
    const store = await open(await place())
    const steps: string[] = []
    const write = (name: string) =>
      store.write(async () => {
        steps.push(`${name} begins`)
        await new Promise((resolve) => setImmediate(resolve))
        steps.push(`${name} ends`)
      })
    await Promise.all([write('a'), write('b')])
    expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  })

  it('streams', async () => {
    const store = await open(await place())
    const keys = ['a', 'b', 'c']
    await store.write((trx) =>
      trx
        .insertInto('setting')
        .values(keys.map((key) => ({ key, value: '' })))
        .execute(),
    )
    const streamed: string[] = []
    for await (const { key } of store.db.selectFrom('setting').select('key').stream()) streamed.push(key)
    expect(streamed).toEqual(keys)
  })

  it('keeps foreign keys', async () => {
    const store = await open(await place())
    const orphan = { project_id: 99, public_key: 'x', created_at: 0 }
    const write = store.write((trx) => trx.insertInto('project_key').values(orphan).execute())
    await expect(write).rejects.toThrow('FOREIGN KEY')
  })
})

describe('openSqliteStore()', () => {
  it('keeps a project that is there', async () => {
    const file = await aFile()
    const first = await open(file)
    await first.close()
    const { db } = await open(file)
    expect(await db.selectFrom('project').select('id').execute()).toHaveLength(1)
  })

  it('reads while a transaction is open', async () => {
    const store = await open(await aFile())
    await store.write(async (trx) => {
      await trx.insertInto('setting').values({ key: 'a', value: 'b' }).execute()
      expect(await store.db.selectFrom('setting').selectAll().execute()).toEqual([])
    })
    expect(await store.db.selectFrom('setting').selectAll().execute()).toHaveLength(1)
  })

  it('writes ahead, durably', async () => {
    const file = await aFile()
    await open(file)
    const connection = openConnection(file)
    onTestFinished(() => connection.close())
    expect(connection.prepare('pragma journal_mode').get()).toMatchObject({ journal_mode: 'wal' })
    expect(connection.prepare('pragma synchronous').get()).toMatchObject({ synchronous: 2 })
  })

  it('refuses a database that a newer version wrote', async () => {
    const file = await aFile()
    await (await open(file)).close()
    const database = new DatabaseSync(file)
    database.exec('pragma user_version = 1000')
    database.close()
    await expect(open(file)).rejects.toThrow(
      /^Cannot open the database: it was written by a newer Crumbtrail \(schema 1000, this version supports \d+\)$/,
    )
  })

  it('refuses a file that is no database', async () => {
    await expect(open(import.meta.filename)).rejects.toThrow('file is not a database')
  })
})

describe('requireSqliteVersion()', () => {
  it.each(['3.51.3', '3.51.10', '3.53.4', '4.0.0'])('takes %s', (version) => {
    expect(() => requireSqliteVersion(version)).not.toThrow()
  })

  it.each(['3.51.2', '3.50.9', '3.6.20', '2.9.9'])('refuses %s', (version) => {
    expect(() => requireSqliteVersion(version)).toThrow(
      `Cannot open the database: SQLite ${version} is older than 3.51.3`,
    )
  })
})

describe('migrate()', () => {
  it('takes each step once, and keeps those before one that fails', () => {
    const database = new DatabaseSync(':memory:')
    onTestFinished(() => database.close())
    const steps = ['create table a (x)', 'create table b (x); create table b (x)']
    expect(() => migrate(database, steps)).toThrow('table b already exists')
    expect(database.isTransaction).toBe(false)
    expect(database.prepare('pragma user_version').get()).toMatchObject({ user_version: 1 })
    migrate(database, ['create table a (x)', 'create table b (x)'])
    const tables = database.prepare("select name from sqlite_schema where type = 'table'").all()
    expect(tables.map(({ name }) => name)).toEqual(['a', 'b'])
  })
})
