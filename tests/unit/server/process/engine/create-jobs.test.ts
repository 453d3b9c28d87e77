import { expect, it, onTestFinished } from 'vitest'
import { createDesk } from '#server/desk/create-desk.ts'
import { createJobs } from '#server/process/engine/create-jobs.ts'
import { openPool } from '#server/store/postgres/connections/pool.ts'
import { startJobs } from '#server/store/postgres/jobs/start-jobs.ts'
import { openPostgresEventStore } from '#tests/support/postgres/postgres-event-store.ts'
import { anEventId, envelopeOf } from '#tests/support/store/event-store.ts'

const MINUTE_MS = 60_000
const OWNER = { id: 0, email: 'ada@example.com', role: 'owner' as const }

/** A desk's database and two processes that do jobs, which the test tells when to look. */
async function open() {
  const at = { now: 1_000 * 24 * 60 * MINUTE_MS }
  const clock = () => at.now
  const desk = await openPostgresEventStore({ clock, folds: true })
  onTestFinished(desk.close)
  const failures: string[] = []
  const told: unknown[] = []
  const runners = ['one', 'two'].map((processId) => {
    const pool = openPool(desk.url, { pipeline: true })
    onTestFinished(() => pool.end())
    const jobs = createJobs({
      ...{ store: desk.store, clock, retentionDays: 30, bucket: undefined },
      onFailure: (thrown) => failures.push(String(thrown)),
      onIssueChange: (change) => told.push(change),
    })
    return startJobs(pool, jobs, { clock, processId })
  })
  async function runAll() {
    const due = () => desk.select(`select from job where due_at <= ${at.now}`)
    do {
      for (const { runOnce } of runners) await runOnce()
      at.now += 30
    } while ((await due()).length > 0)
    const failed = await desk.select('select name, failure from job where failure is not null')
    return [...failures, ...failed]
  }
  let sent = 0
  async function send(type: string): Promise<number> {
    const event = { event_id: anEventId(++sent), exception: { values: [{ type, value: 'no price' }] } }
    await desk.writeBatch([{ projectId: 1, keyId: 1, receivedAt: at.now, body: envelopeOf(event) }], [])
    const [row] = await desk.select(`select issue_id from event where event_id = '${anEventId(sent)}'`)
    return Number(row?.issue_id)
  }
  const { issues } = createDesk({
    sees: 'all',
    store: desk.store,
    clock,
    publicUrl: 'https://desk.example',
    viewer: OWNER,
  })
  return { ...desk, at, runAll, send, issues, told }
}

it('two processes do what happens to issues by itself, each of it once', async () => {
  const { select, runAll, send, issues, at } = await open()
  const [ignored, deleted, merged, other] = [
    await send('TypeError'),
    await send('RangeError'),
    await send('SyntaxError'),
    await send('EvalError'),
  ]
  await issues.change([ignored], [{ kind: 'ignore-for', minutes: 1 }])
  await issues.change([deleted], [{ kind: 'delete' }])
  await issues.change([merged, other], [{ kind: 'merge' }])
  const [, given] = (await issues.findHandling(merged))?.groupings ?? []
  await issues.split(merged, [given?.id ?? 0])
  at.now += 2 * MINUTE_MS
  expect(await runAll()).toEqual([])
  expect(await select('select status from issue order by status')).toEqual([
    { status: 'open' },
    { status: 'open' },
    { status: 'open' },
  ])
  expect(await select(`select issue_id from issue_activity where kind = 'lapsed'`)).toEqual([
    { issue_id: ignored },
  ])
  expect(await select(`select from event where issue_id = ${deleted}`)).toEqual([])
  expect(await select('select from issue_recount union all select from issue_move')).toEqual([])
})

it('an event that cannot be read is reported, and keeps no other issue waiting', async () => {
  const { select, runAll, send, at } = await open()
  await send('TypeError')
  at.now++
  await send('RangeError')
  await select(`update payload_block set data = 'damaged' where id = (select min(block_id) from event)`)
  await select(`
    insert into waiting_stack (project_id, build, grouping_id, event_row_id, state, created_at)
    select 1, 'build', grouping_id, id, 'due', received_at from event`)
  const failures = await runAll()
  expect(failures).toHaveLength(1)
  expect(failures[0]).toMatch(/Error/)
  expect(await select(`select from waiting_stack where state = 'due'`)).toEqual([])
})
