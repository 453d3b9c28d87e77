import { expect, it, onTestFinished } from 'vitest'
import { openEventStore } from '#tests/support/store/event-store.ts'

const NOON = Date.UTC(2026, 2, 4, 12)
const DAY_MS = 86_400_000
const day = NOON / DAY_MS - 0.5

async function open() {
  const opened = await openEventStore(() => NOON)
  onTestFinished(opened.close)
  return opened
}

it('counts events by day of an issue, and by hour and day of its project', async () => {
  const { send, store } = await open()
  send({ message: 'one' }, NOON)
  send({ message: 'one' }, NOON + 60_000)
  send({ message: 'two' }, NOON + 3_600_000)
  send({ message: 'one' }, NOON + DAY_MS)
  const days = await store.db
    .selectFrom('issue_day')
    .select(['issue_id', 'day', 'event_count'])
    .orderBy('issue_id')
    .orderBy('day')
    .execute()
  expect(days).toEqual([
    { issue_id: 1, day, event_count: 2 },
    { issue_id: 1, day: day + 1, event_count: 1 },
    { issue_id: 2, day, event_count: 1 },
  ])
  const hours = await store.db.selectFrom('project_hour').select('event_count').orderBy('hour').execute()
  expect(hours.map((row) => row.event_count)).toEqual([2, 1, 1])
  const projectDays = await store.db.selectFrom('project_day').select('event_count').orderBy('day').execute()
  expect(projectDays.map((row) => row.event_count)).toEqual([3, 1])
})

it('counts a repeat once', async () => {
  const { send, store } = await open()
  for (let times = 0; times < 3; times++) send({ event_id: 'a'.repeat(32), message: 'one' })
  const rows = await store.db.selectFrom('project_day').select('event_count').execute()
  expect(rows).toEqual([{ event_count: 1 }])
})
