import { expect, it, onTestFinished } from 'vitest'
import { StillCounting } from '#server/store/engine/still-counting.ts'
import { shareProjects } from '#server/store/postgres/alone/project-locks.ts'
import { createWriteAlone } from '#server/store/postgres/alone/write-alone.ts'
import { openPool, openWritingPool } from '#server/store/postgres/connections/pool.ts'
import { onFoldRequest } from '#server/store/postgres/journal/fold-requests.ts'
import { createPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'

async function open(patience = { firstMs: 3_000, restMs: 1_000 }) {
  const url = await createPostgresDatabase()
  const pool = openPool(url, {})
  const writing = openWritingPool(url)
  onTestFinished(async () => {
    await pool.end()
    await writing.end()
  })
  return { pool, writing, writeAlone: createWriteAlone(pool, undefined, patience) }
}

/** A transaction that stores something of a project, as the writer's do. */
async function startStoring({ writing }: Awaited<ReturnType<typeof open>>, projectId: number) {
  const client = await writing.connect()
  await client.query('begin')
  void shareProjects(client, [projectId])
  const isInside = client.query('select')
  return {
    isInside,
    async note(key: string) {
      await client.query(`insert into setting (key, value) values ($1, '')`, [key])
    },
    async commit() {
      await client.query('commit')
      client.release()
    },
  }
}

const journalRow = `insert into journal (shard, stored_at, format, delta) values (1, 0, 1, '')`

it('sees what was being stored when it began, and keeps out what comes after', async () => {
  const at = await open()
  const first = await startStoring(at, 1)
  await first.note('first')
  const seen: string[] = []
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const alone = at.writeAlone([1], async (trx) => {
    const rows = await trx.selectFrom('setting').select('key').orderBy('key').execute()
    seen.push(...rows.map(({ key }) => key))
    begun.resolve()
    await end.promise
  })
  const isWaiting = `select from pg_locks where locktype = 'advisory' and not granted`
  await expect.poll(async () => (await at.pool.query(isWaiting)).rowCount).toBe(1)
  const second = await startStoring(at, 1)
  await first.commit()
  await begun.promise
  expect(seen).toEqual(['first'])
  let isIn = false
  const goesOn = second.isInside.then(() => {
    isIn = true
  })
  const other = await startStoring(at, 2) // another project's
  await other.isInside
  await other.commit()
  expect(isIn).toBe(false)
  end.resolve()
  await alone
  await goesOn
  await second.commit()
})

it('waits until the journal of the project is counted', async () => {
  const at = await open()
  await at.writing.query(journalRow)
  let isDone = false
  const alone = at.writeAlone([1], async () => {
    isDone = true
  })
  const storing = await startStoring(at, 1)
  await storing.isInside // nobody is kept out meanwhile
  await storing.commit()
  expect(isDone).toBe(false)
  await at.writing.query('delete from journal')
  await alone
  expect(isDone).toBe(true)
})

it('asks the folders of its process to count, which may be resting', async () => {
  const at = await open()
  await at.writing.query(journalRow)
  onTestFinished(onFoldRequest(() => void at.writing.query('delete from journal')))
  expect(await at.writeAlone([1], async () => 'done')).toBe('done')
})

it('gives up when counting takes too long, and then keeps nobody out', async () => {
  const at = await open({ firstMs: 0, restMs: 0 })
  await at.writing.query(journalRow)
  await expect(at.writeAlone([1], async () => {})).rejects.toThrow(StillCounting)
  await at.writeAlone([2], async () => {})
  const storing = await startStoring(at, 1)
  await storing.isInside
  await storing.commit()
})

it('is undone when the connection that keeps others out breaks before the transaction is alone', async () => {
  const at = await open()
  const storing = await startStoring(at, 1)
  await storing.isInside
  const alone = at.writeAlone([1], (trx) =>
    trx.insertInto('setting').values({ key: 'alone', value: '' }).execute(),
  )
  const isRefused = expect(alone).rejects.toThrow('Cannot use the database')
  const waiting = `select pid from pg_locks where locktype = 'advisory' and not granted`
  await expect.poll(async () => (await at.pool.query(waiting)).rowCount).toBe(1)
  await at.pool.query(`select pg_terminate_backend(pid) from (${waiting}) as waiting`)
  await isRefused
  await storing.commit()
  expect((await at.pool.query(`select from setting where key = 'alone'`)).rowCount).toBe(0)
})
