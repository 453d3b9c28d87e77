import { expect, it, onTestFinished } from 'vitest'
import { countDistinct } from '#server/processing/sketches/distinct-count.ts'
import { countProjectUsers } from '#server/store/projects/project-users.ts'
import { envelopeOf, openEventStore } from '#tests/support/store/event-store.ts'

async function open() {
  const opened = await openEventStore()
  onTestFinished(opened.close)
  const issues = () =>
    opened.store.db
      .selectFrom('issue')
      .select(['user_count as users', 'first_release as first', 'last_release as last'])
      .execute()
  return { ...opened, issues }
}

it('counts each person of an issue once, and none where nobody is named', async () => {
  const { send, issues } = await open()
  send({ message: 'one', user: { id: '7' } })
  send({ message: 'one', user: { id: '7', email: 'ada@example.com' } })
  send({ message: 'one', user: { email: 'ada@example.com' } })
  send({ message: 'one' })
  send({ message: 'two' })
  expect(await issues()).toMatchObject([{ users: 2 }, { users: 0 }])
})

it('goes on past a thousand within 2 %, in 16 KB', async () => {
  const { writeBatch, store, issues } = await open()
  for (let batch = 0; batch < 4; batch++) {
    const bodies = Array.from({ length: 1_000 }, (_, index) =>
      envelopeOf({ message: 'one', user: { id: String(batch * 1_000 + index) } }),
    )
    writeBatch(
      bodies.map((body) => ({ projectId: 1, keyId: 1, receivedAt: 0, body })),
      [],
    )
    if (batch === 0) expect(await issues()).toMatchObject([{ users: 1_000 }])
  }
  const [issue] = await issues()
  expect(Math.abs(Number(issue?.users) - 4_000)).toBeLessThan(80)
  const { sketch } = await store.db.selectFrom('issue_user').select('sketch').executeTakeFirstOrThrow()
  expect(sketch.length).toBe(16_384)
  expect(countDistinct(sketch)).toBe(issue?.users)
})

it('counts each person of a project once, however many issues and days hit them', async () => {
  const { send, store } = await open()
  const DAY_MS = 86_400_000
  send({ message: 'one', user: { id: '7' } }, 10 * DAY_MS)
  send({ message: 'two', user: { id: '7' } }, 10 * DAY_MS + 5)
  send({ message: 'two', user: { id: '8' } }, 11 * DAY_MS)
  send({ message: 'two' }, 12 * DAY_MS)
  const count = (fromDay: number, toDay: number) =>
    countProjectUsers(store.db, [1, 2], { start: fromDay * DAY_MS, end: toDay * DAY_MS })
  expect(await count(10, 11)).toEqual([{ projectId: 1, userCount: 1 }])
  expect(await count(10, 13)).toEqual([{ projectId: 1, userCount: 2 }])
  expect(await count(11.5, 11.6)).toEqual([{ projectId: 1, userCount: 1 }])
  expect(await count(12, 13)).toEqual([])
  expect(await countProjectUsers(store.db, [], { start: 0, end: 13 * DAY_MS })).toEqual([])
})

it('gives each day its own people when a batch lies in two', async () => {
  const { writeBatch, store } = await open()
  const events = [
    { at: 86_399_999, id: '1' },
    { at: 86_400_000, id: '2' },
    { at: 86_400_001, id: '1' },
  ]
  writeBatch(
    events.map(({ at, id }) => ({
      ...{ projectId: 1, keyId: 1, receivedAt: at },
      body: envelopeOf({ message: 'one', user: { id } }),
    })),
    [],
  )
  const days = await store.db.selectFrom('project_user_day').selectAll().orderBy('day').execute()
  expect(days.map(({ day, sketch }) => [day, countDistinct(sketch)])).toEqual([
    [0, 1],
    [1, 2],
  ])
})

it('counts a project of many within 2 %, over several days', async () => {
  const { writeBatch, store } = await open()
  for (let batch = 0; batch < 8; batch++) {
    const receivedAt = batch * 86_400_000
    const bodies = Array.from({ length: 1_000 }, (_, index) =>
      envelopeOf({ message: 'one', user: { id: String(batch * 600 + index) } }),
    )
    writeBatch(
      bodies.map((body) => ({ projectId: 1, keyId: 1, receivedAt, body })),
      [],
    )
  }
  const [people] = await countProjectUsers(store.db, [1], { start: 0, end: 8 * 86_400_000 })
  const all = 7 * 600 + 1_000
  expect(Math.abs(Number(people?.userCount) - all) / all).toBeLessThan(0.02)
})

it('keeps the release that brought an issue, and the last one that had it', async () => {
  const { send, issues } = await open()
  send({ message: 'one' })
  send({ message: 'one', release: 'shop@1.0.0' })
  send({ message: 'one', release: 'shop@1.1.0' })
  send({ message: 'one' })
  expect(await issues()).toMatchObject([{ first: 'shop@1.0.0', last: 'shop@1.1.0' }])
})
