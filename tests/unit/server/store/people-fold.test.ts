import { expect, it, onTestFinished } from 'vitest'
import { countDistinct } from '../../../../server/processing/distinct-count.ts'
import { envelopeOf, openEventStore } from '../../../support/event-store.ts'

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

it('keeps the release that brought an issue, and the last one that had it', async () => {
  const { send, issues } = await open()
  send({ message: 'one' })
  send({ message: 'one', release: 'shop@1.0.0' })
  send({ message: 'one', release: 'shop@1.1.0' })
  send({ message: 'one' })
  expect(await issues()).toMatchObject([{ first: 'shop@1.0.0', last: 'shop@1.1.0' }])
})
