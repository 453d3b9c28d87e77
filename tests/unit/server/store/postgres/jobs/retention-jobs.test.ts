import { expect, it, onTestFinished } from 'vitest'
import { DAY_MS } from '#server/protocol/time.ts'
import { createRetentionJobs } from '#server/store/postgres/jobs/retention-jobs.ts'
import { readRowFacts } from '#server/store/postgres/rows/row-facts.ts'
import { createPostgresRows } from '#server/store/postgres/rows/run-steps.ts'
import { addUpStorage } from '#server/store/postgres/storage-changes.ts'
import { type JobRunners, openJobRunners } from '#tests/support/postgres/job-runners.ts'
import { type Arrival, storeEvents, storeOthers, storeProjects } from '#tests/support/store/stored-rows.ts'

const NOW = 1_000 * DAY_MS

async function open(): Promise<JobRunners> {
  const runners = await openJobRunners()
  onTestFinished(runners.close)
  runners.at.now = NOW
  return runners
}

/** Two processes look by turns until nothing is left to delete. What they delete is added up at the end only. */
async function runAll(runners: JobRunners): Promise<void> {
  const both = ['one', 'two'].map((id) => runners.start(id, createRetentionJobs(30)))
  const isBusy = async () => {
    const soon = await runners.query('select name from job where due_at < $1', [runners.at.now + 2_000])
    return soon.length > 0
  }
  do {
    for (const runner of both) await runner.runOnce()
    runners.at.now += 100
  } while (await isBusy())
  expect(await runners.query('select name, failure from job where failure is not null')).toEqual([])
  await runners.transaction(async (client) => void (await addUpStorage(client)))
}

async function store(runners: JobRunners, arrivals: readonly Arrival[]): Promise<void> {
  await runners.transaction(async (client) => {
    const run = createPostgresRows(client, await readRowFacts(client))
    await run(storeEvents(arrivals))
    await run(storeOthers(arrivals))
  })
}

const arrivalsOf = (project_id: number, from: number, to: number, received_at: number): Arrival[] =>
  Array.from({ length: to - from }, (_, index) => ({ project_id, number: from + index, received_at }))

it('two processes that take turns delete what is old and what exceeds a limit', async () => {
  const runners = await open()
  await runners.transaction(async (client) => {
    await createPostgresRows(client, await readRowFacts(client))(storeProjects([2, 3]))
  })
  await runners.query(
    `insert into project_setting (project_id, key, value) values (3, 'retention', '{"maxEvents":20}')`,
  )
  await store(runners, arrivalsOf(2, 0, 700, NOW - 31 * DAY_MS))
  await store(runners, arrivalsOf(2, 700, 750, NOW - 29 * DAY_MS))
  await store(runners, arrivalsOf(3, 750, 1_000, NOW - DAY_MS))
  await runAll(runners)
  expect(
    await runners.query('select project_id, count(*) as quantity from event group by 1 order by 1'),
  ).toEqual([
    { project_id: 2, quantity: 50 },
    { project_id: 3, quantity: 20 },
  ])
  expect(await runners.query('select count(*) as quantity from digest')).toEqual([{ quantity: 70 }])
  expect(await runners.query('select count(*) as quantity from log')).toEqual([{ quantity: 300 }])
  expect(
    await runners.query(`select project_id, category, quantity from storage_use
      where category in ('events', 'sessions') order by 1, 2`),
  ).toEqual([
    { project_id: 2, category: 'events', quantity: 50 },
    { project_id: 2, category: 'sessions', quantity: 50 },
    { project_id: 3, category: 'events', quantity: 20 },
    { project_id: 3, category: 'sessions', quantity: 250 },
  ])
  expect(await runners.query('select count(*) as quantity from storage_change')).toEqual([{ quantity: 0 }])
})
