import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createForgettingJob } from '#server/store/postgres/memory/forget-memory.ts'
import { type JobRunners, openJobRunners } from '#tests/support/postgres/job-runners.ts'

let runners: JobRunners
beforeAll(async () => {
  runners = await openJobRunners()
})
afterAll(() => runners.close())

describe('the job that forgets', () => {
  it('deletes what has ended, in slices, and leaves the rest', async () => {
    const { at, query } = runners
    const end = at.now
    await query(`
      insert into form_memory (id, run, ends_at)
      select number::text, '', ${end} + case when number <= 1200 then 0 else 1 end from generate_series(1, 1210) as number`)
    const job = createForgettingJob(() => sql<number>`cast(${end} as bigint)`)
    const runner = runners.start('one', [job])
    await runner.runOnce()
    expect(await query('select count(*)::bigint as count from form_memory')).toEqual([{ count: 210 }])
    at.now += 80
    await runner.runOnce()
    expect(await query('select count(*)::bigint as count from form_memory')).toEqual([{ count: 10 }])
    await runner.close()
  })

  it('deletes cells of sign-in attempts that are dry, and those of a clock that was wrong', async () => {
    const { at, query } = runners
    at.now += 10_000
    const { now } = at
    await query(`insert into sign_in_cell values (1, ${now}), (2, ${now + 1}), (3, ${now + 3_600_001})`)
    const runner = runners.start('two', [createForgettingJob(() => sql<number>`cast(${now} as bigint)`)])
    await runner.runOnce()
    expect(await query('select cell from sign_in_cell')).toEqual([{ cell: 2 }])
    await runner.close()
  })
})
