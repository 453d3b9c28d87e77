import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Job, JobSlice } from '#server/store/postgres/jobs/job.ts'
import { type JobRunners, openJobRunners } from '#tests/support/postgres/job-runners.ts'

let runners: JobRunners
beforeEach(async () => {
  runners = await openJobRunners()
})
afterEach(() => runners.close())

function aJob(name: string, run: Job['run']): Job {
  return { name, everyMs: 60_000, pauseMs: 0, run }
}

/** Counts its slices in its state and, by a key that must be new, in a table. */
function aCount(most: number, during = async (_slice: JobSlice) => {}) {
  return aJob('count', async (slice) => {
    const done = Number(slice.state ?? 0)
    await slice.client.query(`insert into setting (key, value) values ($1, 'done')`, [`slice ${done}`])
    await during(slice)
    slice.keep(done + 1)
    return done + 1 < most
  })
}

const jobRow = async (name: string) => {
  const [row] = await runners.query('select * from job where name = $1', [name])
  return row
}
const slices = async () => (await runners.query(`select key from setting where key like 'slice %'`)).length

describe('two runners', () => {
  it('do each slice once, one after the other', async () => {
    let atOnce = 0
    const seen: number[] = []
    const job = aCount(60, async () => {
      seen.push(++atOnce)
      await new Promise(setImmediate)
      atOnce--
    })
    const both = ['one', 'two'].map((id) => runners.start(id, [job]))
    while ((await jobRow('count'))?.due_at !== runners.at.now + 60_000) {
      await Promise.all(both.map((runner) => runner.runOnce()))
    }
    expect(await slices()).toBe(60)
    expect(new Set(seen)).toEqual(new Set([1]))
    expect(await jobRow('count')).toMatchObject({ state: '60', failure: null })
  })

  it('do different jobs, and different shards of one job, at the same time', async () => {
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const done: string[] = []
    const job: Job = {
      ...aJob('moves', async ({ shard }) => {
        if (shard === 0) {
          begun.resolve()
          await end.promise
        }
        done.push(`shard ${shard}`)
        return false
      }),
      shards: 2,
    }
    const other = aJob('other', async () => {
      done.push('other')
      return false
    })
    const first = runners.start('one', [job, other]).runOnce()
    await begun.promise
    const second = runners.start('two', [job, other])
    for (let looks = 0; looks < 3; looks++) await second.runOnce()
    expect(done).toEqual(['shard 1', 'other'])
    end.resolve()
    await first
    expect(done).toEqual(['shard 1', 'other', 'shard 0'])
  })

  it('do not undo each other’s slices of different jobs', async () => {
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const long = aCount(1, async () => {
      begun.resolve()
      await end.promise
    })
    const other = aJob('other', async ({ keep }) => {
      keep('done')
      return false
    })
    const nothing = ['count', 'other'].map((name) => aJob(name, async () => false))
    const before = runners.start('before', nothing)
    await before.runOnce()
    await before.runOnce()
    await runners.query('analyze job') // so few rows are read without an index
    runners.at.now += 60_000
    const first = runners.start('one', [long]).runOnce()
    await begun.promise
    await runners.start('two', [other]).runOnce()
    end.resolve()
    await first
    expect(await jobRow('other')).toMatchObject({ state: '"done"' })
    expect(await jobRow('count')).toMatchObject({ state: '1', taken_by: 'one' })
  })

  it('continue each other’s work when one is cut off in a slice, which is undone', async () => {
    const begun = Promise.withResolvers<JobSlice>()
    const stuck = aCount(2, async (slice) => {
      begun.resolve(slice)
      await new Promise(() => undefined)
    })
    const isCutOff = expect(runners.start('stuck', [stuck]).runOnce()).rejects.toThrow(
      'terminating connection',
    )
    const { client } = await begun.promise
    const other = runners.start('other', [aCount(2)])
    await other.runOnce()
    expect(await slices()).toBe(0)
    const { processID } = client as unknown as { processID: number } // pg has it, its types do not
    await runners.query('select pg_terminate_backend($1, 5000)', [processID])
    await isCutOff
    await other.runOnce()
    await other.runOnce()
    expect(await slices()).toBe(2)
    expect(await jobRow('count')).toMatchObject({ taken_by: 'other', state: '2' })
  })
})

describe('a job that fails', () => {
  it('is undone, keeps its reason, and is tried again after longer and longer pauses until it succeeds', async () => {
    let isBroken = true
    const job = aCount(1, async () => {
      if (isBroken) throw new Error('the disk of the bucket is full')
    })
    const runner = runners.start('one', [job])
    const delays: number[] = []
    for (let attempt = 0; attempt < 12; attempt++) {
      await runner.runOnce()
      const row = await jobRow('count')
      expect(row).toMatchObject({
        failure: 'the disk of the bucket is full',
        failures: attempt + 1,
        state: null,
      })
      delays.push(Number(row?.due_at) - runners.at.now)
      runners.at.now = Number(row?.due_at)
    }
    expect(delays.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 8_000])
    expect(delays.at(-1)).toBe(300_000)
    expect(await slices()).toBe(0)
    isBroken = false
    await runner.runOnce()
    expect(await slices()).toBe(1)
    expect(await jobRow('count')).toMatchObject({ failure: null, failures: 0, state: '1' })
  })

  it('delays no other job, also if one of its statements failed', async () => {
    const broken = aJob('broken', async ({ client }) => {
      await client.query('select no_such_column from job')
      return false
    })
    const runner = runners.start('one', [broken, aCount(1)])
    await runner.runOnce()
    await runner.runOnce()
    expect(await slices()).toBe(1)
    expect(await jobRow('broken')).toMatchObject({ failure: 'column "no_such_column" does not exist' })
  })
})

describe('a slice', () => {
  it('runs again if another transaction was faster, which is no failure', async () => {
    await runners.query(`insert into setting (key, value) values ('sum', '1')`)
    let attempts = 0
    const job = aJob('add', async ({ client }) => {
      const { rows } = await client.query(`select value from setting where key = 'sum'`)
      if (++attempts === 1) await runners.query(`update setting set value = '10' where key = 'sum'`)
      await client.query(`update setting set value = $1 where key = 'sum'`, [
        String(Number(rows[0]?.value) + 1),
      ])
      return false
    })
    const runner = runners.start('one', [job])
    expect(await runner.runOnce()).toBeGreaterThan(0)
    await runner.runOnce()
    expect(await runners.query(`select value from setting where key = 'sum'`)).toEqual([{ value: '11' }])
    expect(await jobRow('add')).toMatchObject({ failure: null, failures: 0, due_at: runners.at.now + 60_000 })
  })

  it('notifies others only after it is stored', async () => {
    const told: string[] = []
    const job = aJob('tells', async ({ onCommit, client }) => {
      await client.query(`insert into setting (key, value) values ('slice 0', '')`)
      onCommit(() => told.push('stored'))
      if (told.length === 0 && runners.at.now === 1_000_000) throw new Error('not yet')
      return false
    })
    const runner = runners.start('one', [job])
    await runner.runOnce()
    expect(told).toEqual([])
    runners.at.now += 1_000
    await runner.runOnce()
    expect(told).toEqual(['stored'])
  })

  it('runs when its job is due, and each check returns how long there is nothing to do', async () => {
    const runner = runners.start('one', [aCount(1)])
    expect(await runner.runOnce()).toBe(0)
    expect(await runner.runOnce()).toBe(1_000)
    runners.at.now += 59_900
    expect(await runner.runOnce()).toBe(100)
    expect(await slices()).toBe(1)
    runners.at.now += 100
    await runner.runOnce()
    expect(await slices()).toBe(2)
  })
})

it('jobs run on a timer, and failures are reported', async () => {
  const failures: unknown[] = []
  const job = aCount(3, async ({ state }) => {
    if (state === 2) throw new Error('enough')
  })
  const runner = runners.start('one', [job], { onFailure: (thrown) => failures.push(thrown) })
  await expect.poll(() => failures, { timeout: 10_000 }).toHaveLength(1)
  await runner.close()
  expect(failures[0]).toMatchObject({ message: 'Cannot do the job "count"', cause: { message: 'enough' } })
  expect(await slices()).toBe(2)
})

describe('what a slice changes', () => {
  /** The first row is of the database's first start. */
  const countNews = async () => (await runners.query('select 1 from news where id > 1')).length

  it('is told to all processes', async () => {
    const runner = runners.start('one', [aCount(1)])
    await runner.runOnce()
    expect(await countNews()).toBe(1)
  })

  it('is not told where it is nothing, or is undone', async () => {
    const idle = aJob('idle', async ({ client, trx }) => {
      await client.query(`delete from setting where key = 'none'`)
      await trx.updateTable('setting').set({ value: '' }).where('key', '=', 'none').execute()
      await client.query('select * from project for update')
      return false
    })
    const failing = aJob('failing', async ({ client }) => {
      await client.query(`insert into setting (key, value) values ('left', '')`)
      throw new Error('stop')
    })
    const runner = runners.start('one', [idle, failing])
    for (let looks = 0; looks < 3; looks++) await runner.runOnce()
    expect((await jobRow('failing'))?.failure).toBe('stop')
    expect((await jobRow('idle'))?.due_at).toBe(runners.at.now + 60_000)
    expect(await countNews()).toBe(0)
  })
})
