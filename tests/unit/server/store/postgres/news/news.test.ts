import { describe, expect, it } from 'vitest'
import type { NewsItem } from '#server/store/engine/news.ts'
import { formatNews } from '#server/store/postgres/news/news-data.ts'
import { openConnection, openNewsProcess } from '#tests/support/postgres/news-processes.ts'
import { createPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'

const about = (projectId: number): NewsItem => ({ kind: 'unknown', projectIds: [projectId] })
const insert = (projectId: number) => `insert into news (data) values ('${formatNews(about(projectId))}')`
const setting = { key: 'colour', value: 'red' }

describe('what one process tells', () => {
  it('is heard by the others and by itself, each item once', async () => {
    const url = await createPostgresDatabase()
    const [one, two] = [await openNewsProcess({ url }), await openNewsProcess({ url })]
    const told: NewsItem = {
      kind: 'changed',
      change: { kind: 'resolved', by: 'ada', issueIds: [7], projectIds: [1] },
    }
    one.news.tell(told)
    await expect.poll(() => two.news.catchUp().then(() => two.heard)).toEqual([told])
    for (const { news } of [one, two]) await news.catchUp()
    expect([one.heard, two.heard]).toEqual([[told], [told]])
  })

  it('is heard when it is committed, also after what was written later', async () => {
    const url = await createPostgresDatabase()
    const { news, heard } = await openNewsProcess({ url })
    const [early, late] = [await openConnection(url), await openConnection(url)]
    await early.query('begin')
    await early.query(insert(1))
    await late.query(insert(2))
    await news.catchUp()
    await late.query(insert(3))
    await news.catchUp()
    expect(heard).toEqual([about(2), about(3)])
    await early.query('commit')
    await news.catchUp()
    await news.catchUp()
    expect(heard).toEqual([about(2), about(3), about(1)])
  })

  it('is not heard if the transaction is undone', async () => {
    const url = await createPostgresDatabase()
    const { news, heard } = await openNewsProcess({ url })
    const client = await openConnection(url)
    await client.query('begin')
    await client.query(insert(1))
    await news.catchUp()
    await client.query('rollback')
    await news.catchUp()
    expect(heard).toEqual([])
  })

  it('is heard over a connection that breaks, each item once', async () => {
    const url = await createPostgresDatabase()
    const { news, heard } = await openNewsProcess({ url })
    const client = await openConnection(url)
    await client.query(insert(1))
    await news.catchUp()
    for (let round = 2; round < 5; round++) {
      await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`)
      await client.query(insert(round))
      await expect
        .poll(() =>
          news.catchUp().then(
            () => heard.length,
            () => 0,
          ),
        )
        .toBe(round)
    }
    await news.catchUp()
    expect(heard).toEqual([about(1), about(2), about(3), about(4)])
  })

  it('is something unknown where there is more than is read at once', async () => {
    const url = await createPostgresDatabase()
    const { news, heard } = await openNewsProcess({ url })
    const before = news.place()
    const client = await openConnection(url)
    await client.query(`insert into news (data) select null from generate_series(1, 501)`)
    await news.catchUp()
    expect(heard).toEqual([{ kind: 'unknown', projectIds: [] }])
    expect([news.hasMore(before), news.hasMore(news.place())]).toEqual([true, false])
  })

  it('is told to the other listeners where one of them fails', async () => {
    const url = await createPostgresDatabase()
    const failures: unknown[] = []
    const { news } = await openNewsProcess({ url, failures })
    const client = await openConnection(url)
    const heard: NewsItem[] = []
    const broken = new Error('broken')
    news.listen(() => {
      throw broken
    })
    const stop = news.listen((item) => heard.push(item))
    await client.query(insert(1))
    await news.catchUp()
    stop()
    await client.query(insert(2))
    await news.catchUp()
    expect(heard).toEqual([about(1)])
    expect(failures).toEqual([broken, broken])
  })
})

describe('a place', () => {
  it('means the same in each process, also in one that is started later', async () => {
    const url = await createPostgresDatabase()
    const [one, two] = [await openNewsProcess({ url }), await openNewsProcess({ url })]
    const client = await openConnection(url)
    const before = one.news.place()
    await client.query(insert(1))
    for (const { news } of [one, two]) await news.catchUp()
    const after = two.news.place()
    const three = await openNewsProcess({ url })
    for (const { news } of [one, two, three]) {
      expect([news.hasMore(before), news.hasMore(after)]).toEqual([true, false])
    }
  })

  it('does not lack what only says that something was written', async () => {
    const url = await createPostgresDatabase()
    const { news, store } = await openNewsProcess({ url })
    const before = news.place()
    await store.write((trx) => trx.insertInto('setting').values(setting).execute())
    await news.catchUp()
    expect(news.hasMore(before)).toBe(false)
  })
})

describe('the version of a store', () => {
  const open = async () => {
    const url = await createPostgresDatabase()
    const at = { now: 0 }
    const stopwatch = () => at.now
    const [one, two] = [await openNewsProcess({ url, stopwatch }), await openNewsProcess({ url, stopwatch })]
    const write = () => one.store.write((trx) => trx.insertInto('setting').values(setting).execute())
    return { at, url, one, two, write }
  }

  it('stays the same while nothing is written, and is another one after a write of any process', async () => {
    const { one, two, write } = await open()
    const before = [one.store.version(), two.store.version()]
    await new Promise(setImmediate)
    await two.news.catchUp()
    expect([one.store.version(), two.store.version()]).toEqual(before)
    await write()
    expect(one.store.version()).not.toBe(before[0])
    expect(two.store.version()).toBe(before[1])
    await two.news.catchUp()
    expect(two.store.version()).not.toBe(before[1])
  })

  it('is not changed by a transaction that writes nothing', async () => {
    const { one, two } = await open()
    const before = two.store.version()
    await one.store.write((trx) => trx.selectFrom('project').select('id').execute())
    await one.store.write((trx) =>
      trx.updateTable('setting').set({ value: '' }).where('key', '=', '').execute(),
    )
    await two.news.catchUp()
    expect(two.store.version()).toBe(before)
  })

  it('is another one in each turn of the event loop while the last answer is too old', async () => {
    const { at, two } = await open()
    const before = two.store.version()
    at.now = 501
    const doubtful = two.store.version()
    expect(doubtful).not.toBe(before)
    expect(two.store.version()).toBe(doubtful)
    await new Promise(setImmediate)
    expect(two.store.version()).not.toBe(doubtful)
    await two.news.catchUp()
    const sure = two.store.version()
    await new Promise(setImmediate)
    expect(two.store.version()).toBe(sure)
  })

  it('changes where a write fails, since its commit may have succeeded', async () => {
    const { one } = await open()
    const before = one.store.version()
    await expect(one.store.write(() => Promise.reject(new Error('stop')))).rejects.toThrow('stop')
    expect(one.store.version()).not.toBe(before)
  })
})

describe('see()', () => {
  it('asks for a write of another process, once', async () => {
    const url = await createPostgresDatabase()
    const [one, two] = [await openNewsProcess({ url }), await openNewsProcess({ url })]
    expect(one.news.lastWrite()).toBeUndefined()
    await one.store.write((trx) => trx.insertInto('setting').values(setting).execute())
    const write = one.news.lastWrite() ?? expect.fail()
    const versions = [two.store.version()]
    for (let time = 0; time < 3; time++) {
      await two.news.see(write)
      versions.push(two.store.version())
    }
    expect(versions[1]).not.toBe(versions[0])
    expect(versions.slice(1)).toEqual([versions[1], versions[1], versions[1]])
  })

  it.each(['99999999', '-1', 'x', '99999999999999999999999'])(
    'waits for nobody who writes %s',
    async (write) => {
      const { news } = await openNewsProcess({ url: await createPostgresDatabase() })
      await news.see(write)
    },
  )
})

describe('start()', () => {
  it('asks by itself, goes on while the database is away, and deletes what is too old', async () => {
    const url = await createPostgresDatabase()
    const failures: unknown[] = []
    let now = 0
    const { news, heard } = await openNewsProcess({ url, failures, stopwatch: () => (now += 30_000) })
    const client = await openConnection(url)
    await client.query(`insert into news (at, data) select 0, null from generate_series(1, 1200)`)
    await client.query(insert(1))
    await news.start()
    const left = async () => (await client.query('select 1 from news where at = 0')).rowCount
    await expect.poll(left, { timeout: 10_000 }).toBe(0)
    await client.query('alter table news rename to gone')
    await expect.poll(() => failures.length, { timeout: 10_000 }).toBe(1)
    await client.query('alter table gone rename to news')
    heard.length = 0
    await client.query(insert(2))
    await expect.poll(() => heard, { timeout: 10_000 }).toContainEqual(about(2))
    expect(failures).toHaveLength(1)
  })
})
