import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Store } from '#server/store/engine/store.ts'
import { insertSavedView } from '#server/store/issues/search/saved-views.ts'
import { openPostgresStore } from '#server/store/postgres/postgres.ts'
import { findsIssue } from '#server/store/words.ts'
import { openTestStore } from '#tests/support/postgres/each-engine.ts'
import {
  createEmptyPostgresDatabase,
  createPostgresDatabase,
} from '#tests/support/postgres/postgres-database.ts'
import { hasPooler } from '#tests/support/postgres/servers/pooler.ts'

let store: Store
beforeAll(async () => {
  store = await openTestStore('postgres', { clock: () => 5_000 })
})
afterAll(() => store.close())

async function answerOf(expression: string): Promise<unknown> {
  const { rows } = await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(store.db)
  return rows[0]?.value
}

describe('openPostgresStore()', () => {
  it('starts with the desk’s own project and its key', async () => {
    const url = await createEmptyPostgresDatabase()
    const started = await openPostgresStore({ url, clock: () => 5_000, newKey: () => 'f'.repeat(32) })
    onTestFinished(() => started.close())
    const projects = started.db.selectFrom('project').select(['id', 'slug', 'created_at'])
    expect(await projects.execute()).toEqual([{ id: 1, slug: 'crumbtrail', created_at: 5_000 }])
    const keys = started.db.selectFrom('project_key').select(['project_id', 'public_key', 'is_active'])
    expect(await keys.execute()).toEqual([{ project_id: 1, public_key: 'f'.repeat(32), is_active: 1 }])
  })

  it('brings the tables up to date once, also where several processes start together', async () => {
    const url = await createEmptyPostgresDatabase()
    const stores = await Promise.all([1, 2, 3].map(() => openPostgresStore({ url })))
    for (const each of stores) onTestFinished(() => each.close())
    const slugs = await Promise.all(stores.map(({ db }) => db.selectFrom('project').select('slug').execute()))
    expect(slugs).toEqual([1, 2, 3].map(() => [{ slug: 'crumbtrail' }]))
  })

  it.each([
    ["locale 'C.UTF-8'", 'its collation is C.UTF-8; create it with "template template0 locale \'C\'"'],
    ["encoding 'LATIN1' locale 'C'", 'its encoding is LATIN1; create it with "encoding \'UTF8\'"'],
  ])('refuses a database with %s', async (options, refusal) => {
    const url = await createEmptyPostgresDatabase(options)
    await expect(openPostgresStore({ url })).rejects.toThrow(`Cannot open the database: ${refusal}`)
  })

  it('reports a connection that breaks in a transaction, and goes on with another one', async () => {
    const url = await createPostgresDatabase()
    const started = await openPostgresStore({ url })
    onTestFinished(() => started.close())
    const broken = started.write(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      await sql`select pg_terminate_backend(${rows[0]?.pid}::integer)`.execute(started.db)
      await trx.selectFrom('project').select('id').execute()
    })
    await expect(broken).rejects.toThrow(Error) // what it says depends on which query notices first
    const [project] = await started.db.selectFrom('project').select('id').execute()
    expect(project).toEqual({ id: 1 })
  })

  it('refuses the tables of a newer program', async () => {
    const url = await createPostgresDatabase()
    const client = new pg.Client(url)
    await client.connect()
    await client.query('insert into schema_step (step) values (99)')
    await client.end()
    await expect(openPostgresStore({ url })).rejects.toThrow(
      /written by a newer Crumbtrail \(schema 99, this/,
    )
  })
})

describe('what the driver gives', () => {
  it.each([
    ['1::bigint', 1],
    ['9007199254740991', 9_007_199_254_740_991],
    ['1.5::double precision', 1.5],
    ['(select sum(n) from (values (1::bigint), (2)) as given (n))', 3],
    ['(select avg(n) from (values (1::bigint), (2)) as given (n))', 1.5],
    ['1 = 1', 1],
    ['1 = 2', 0],
    ["'text'", 'text'],
    ['null', null],
  ])('for %s is %j', async (expression, value) => {
    expect(await answerOf(expression)).toBe(value)
  })

  it('for bytes is an array of bytes, and no Buffer', async () => {
    const bytes = await answerOf("'\\x00ff'::bytea")
    expect(bytes).toEqual(new Uint8Array([0, 255]))
    expect(bytes).not.toBeInstanceOf(Buffer)
  })

  it('for an integer that a number cannot tell from its neighbour is a refusal', async () => {
    await expect(answerOf('9007199254740992')).rejects.toThrow(
      'Cannot read an integer: 9007199254740992 is too',
    )
  })

  it('for a text with a NUL, which nothing stored has, is nothing', async () => {
    const bySlug = (slug: string) => store.db.selectFrom('project').select('id').where('slug', '=', slug)
    expect(await bySlug('crumb\0trail').execute()).toEqual([])
    expect(await bySlug('crumb\uD800trail').execute()).toEqual([])
  })
})

describe('the store on PostgreSQL', () => {
  const setting = (key: string) => store.db.selectFrom('setting').select('value').where('key', '=', key)

  it('takes an empty list, in which nothing is, as SQLite does', async () => {
    const projects = store.db.selectFrom('project').select('id')
    expect(await projects.where('id', 'in', []).execute()).toEqual([])
    expect(await projects.where('id', 'not in', []).execute()).toEqual([{ id: 1 }])
  })

  it('is told how many rows are wanted before it plans, not with the values', async () => {
    const page = store.db.selectFrom('event').select('id').orderBy('id').limit(50).offset(100).compile()
    expect(page.sql).toMatch(/ limit 50 offset 100$/)
    expect(page.parameters).toEqual([])
  })

  it('stores bytes as they are', async () => {
    const data = new Uint8Array([0, 1, 254, 255])
    await store.write((trx) => trx.insertInto('payload_block').values({ size_bytes: 4, data }).execute())
    const stored = await store.db.selectFrom('payload_block').select('data').executeTakeFirst()
    expect(stored?.data).toEqual(data)
  })

  it('writes nothing of a transaction that throws', async () => {
    const written = store.write(async (trx) => {
      await trx.insertInto('setting').values({ key: 'left', value: '1' }).execute()
      throw new Error('stop')
    })
    await expect(written).rejects.toThrow('stop')
    expect(await setting('left').execute()).toEqual([])
  })

  it.skipIf(hasPooler)(
    'refuses to write outside of write(), unless a pooler drops that setting',
    async () => {
      const insert = store.db.insertInto('setting').values({ key: 'outside', value: '1' })
      await expect(insert.execute()).rejects.toThrow('read-only transaction')
    },
  )

  it('stores what two dozen people save at the same moment', async () => {
    const view = { name: 'Mine', query: 'is:open', sort: 'last-seen', now: 5_000 }
    const accounts = Array.from({ length: 24 }, (_, index) => index + 1)
    const saved = accounts.map((accountId) =>
      store.write((trx) => insertSavedView(trx, { ...view, accountId })),
    )
    expect(await Promise.all(saved)).toEqual(accounts.map(() => true))
  })

  it('repeats a transaction that another one was faster than, so that both count', async () => {
    await store.write((trx) => trx.insertInto('setting').values({ key: 'count', value: '0' }).execute())
    let attempts = 0
    const count = () =>
      store.write(async (trx) => {
        attempts++
        const read = trx.selectFrom('setting').select('value').where('key', '=', 'count')
        const { value } = await read.executeTakeFirstOrThrow()
        if (attempts <= 2) await both.promise
        const next = trx.updateTable('setting').set({ value: String(Number(value) + 1) })
        await next.where('key', '=', 'count').execute()
      })
    const both = Promise.withResolvers<void>()
    const counted = [count(), count()]
    await expect.poll(() => attempts).toBe(2)
    both.resolve()
    await Promise.all(counted)
    expect(await setting('count').execute()).toEqual([{ value: '2' }])
    expect(attempts).toBe(3)
  })

  it('has another version in each turn of the event loop, since it hears of no other process', async () => {
    const before = store.version()
    expect(store.version()).toBe(before)
    await new Promise(setImmediate)
    expect(store.version()).not.toBe(before)
  })

  it('finds the texts of issues that came from another database, once it is opened', async () => {
    const url = await createPostgresDatabase()
    const client = new pg.Client(url)
    await client.connect()
    await client.query(`insert into issue_text (issue_id, project_id, text, line_hashes)
      select number, 1, 'checkout failed ' || number, '' from generate_series(1, 450) as number`)
    await client.end()
    const moved = await openPostgresStore({ url })
    onTestFinished(() => moved.close())
    const find = async (text: string) => {
      const found = findsIssue(sql.ref('issue_id'), [{ text, isPhrase: false }])
      return (await moved.db.selectFrom('issue_text').select('issue_id').where(found).execute()).length
    }
    expect(await find('check')).toBe(450)
    expect(await find('failed 450')).toBe(1)
    expect(await find('failed check')).toBe(0)
  })
})
