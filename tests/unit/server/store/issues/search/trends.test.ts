import { expect, it, onTestFinished } from 'vitest'
import { readIssueTrends } from '#server/store/issues/search/scope/trends.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

const HOUR_MS = 3_600_000
const FROM_HOUR = 1_000
const RANGE = { fromHour: FROM_HOUR, hours: 3 }

async function open() {
  const opened = await openEventStore(() => FROM_HOUR * HOUR_MS)
  onTestFinished(opened.close)
  const report = (type: string, hour: number) =>
    opened.send({ exception: { values: [{ type, value: 'broken' }] } }, (FROM_HOUR + hour) * HOUR_MS)
  const { db } = opened.store
  const issuesByNow = () =>
    db
      .selectFrom('issue')
      .select(['id', 'project_id as projectId', 'event_count as eventCount'])
      .orderBy('id')
      .execute()
  return { ...opened, report, issuesByNow, db }
}

it('counts each issue by the hour, and nothing beyond the range', async () => {
  const { report, issuesByNow, db } = await open()
  for (const hour of [-1, 0, 2, 2, 3]) report('One', hour)
  report('Two', 1)
  expect(await readIssueTrends(db, await issuesByNow(), RANGE)).toEqual([
    [1, 0, 2],
    [0, 1, 0],
  ])
  expect(await readIssueTrends(db, [], RANGE)).toEqual([])
})

it('reads those alone whose count has changed', async () => {
  const { report, issuesByNow, db, connection } = await open()
  report('One', 0)
  report('Two', 0)
  await readIssueTrends(db, await issuesByNow(), RANGE)
  connection.exec('update issue_hour set event_count = 90') // what nobody does: it shows what is read
  report('Two', 1)
  expect(await readIssueTrends(db, await issuesByNow(), RANGE)).toEqual([
    [1, 0, 0],
    [90, 1, 0],
  ])
})

it('reads them anew for another range', async () => {
  const { report, issuesByNow, db } = await open()
  report('One', 0)
  const issues = await issuesByNow()
  expect(await readIssueTrends(db, issues, RANGE)).toEqual([[1, 0, 0]])
  expect(await readIssueTrends(db, issues, { fromHour: FROM_HOUR - 1, hours: 3 })).toEqual([[0, 1, 0]])
  expect(await readIssueTrends(db, issues, { fromHour: FROM_HOUR - 1, hours: 2 })).toEqual([[0, 1]])
})

it('remembers a bounded number of them', async () => {
  const { report, issuesByNow, db, connection } = await open()
  report('One', 0)
  const [issue] = await issuesByNow()
  if (issue === undefined) throw new Error('no issue')
  await readIssueTrends(db, [issue], RANGE)
  connection.exec('update issue_hour set event_count = 90')
  for (let id = 100; id < 5_100; id += 100) {
    const others = Array.from({ length: 100 }, (_, index) => ({ ...issue, id: id + index }))
    await readIssueTrends(db, others, RANGE)
  }
  expect(await readIssueTrends(db, [issue], RANGE)).toEqual([[90, 0, 0]])
})
