import { expect, it, onTestFinished } from 'vitest'
import { MOST_TAG_KEYS, MOST_TAG_VALUES, OTHER_KEYS } from '#server/store/issues/tag-limits.ts'
import { envelopeOf, openEventStore } from '#tests/support/store/event-store.ts'

async function open() {
  const opened = await openEventStore()
  onTestFinished(opened.close)
  const { db } = opened.store
  return {
    ...opened,
    values: (key: string) =>
      db
        .selectFrom('issue_tag')
        .select(['value', 'event_count as count', 'first_seen as first', 'last_seen as last'])
        .where('key', '=', key)
        .orderBy('value')
        .execute(),
    keys: () => db.selectFrom('issue_tag_key').selectAll().orderBy('key').execute(),
  }
}

it('counts each value of an issue, with when it was seen first and last', async () => {
  const { send, values } = await open()
  send({ message: 'one', environment: 'production' }, 1_000)
  send({ message: 'one', environment: 'staging' }, 2_000)
  send({ message: 'one', environment: 'production' }, 3_000)
  expect(await values('environment')).toEqual([
    { value: 'production', count: 2, first: 1_000, last: 3_000 },
    { value: 'staging', count: 1, first: 2_000, last: 2_000 },
  ])
})

it('counts beyond the most values without keeping them', async () => {
  const { writeBatch, values, keys } = await open()
  const send = (from: number, to: number) =>
    writeBatch(
      Array.from({ length: to - from }, (_, index) => ({
        ...{ projectId: 1, keyId: 1, receivedAt: 0 },
        body: envelopeOf({ message: 'one', tags: { cart: String(from + index) } }),
      })),
      [],
    )
  send(0, 600)
  send(500, MOST_TAG_VALUES + 7)
  expect(await values('cart')).toHaveLength(MOST_TAG_VALUES)
  const cart = (await keys()).find(({ key }) => key === 'cart')
  expect(cart).toMatchObject({ value_count: MOST_TAG_VALUES, other_count: 7 })
})

it('counts beyond the most keys without keeping them', async () => {
  const { send, keys } = await open()
  for (let part = 0; part < 5; part++) {
    const tags = Array.from({ length: 50 }, (_, index) => [`key-${part}-${index}`, 'x'])
    send({ message: 'one', tags })
  }
  const kept = await keys()
  expect(kept.filter(({ key }) => key !== OTHER_KEYS)).toHaveLength(MOST_TAG_KEYS)
  const named = kept.filter(({ key }) => key.startsWith('key-')).length
  expect(kept.find(({ key }) => key === OTHER_KEYS)?.other_count).toBe(250 - named)
})
