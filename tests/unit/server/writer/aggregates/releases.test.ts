import { expect, it, onTestFinished } from 'vitest'
import { openEventStore } from '#tests/support/store/event-store.ts'

const NOON = Date.UTC(2026, 2, 4, 12)

it('makes releases of events, with what each brought', async () => {
  const { send, store, close } = await openEventStore(() => NOON)
  onTestFinished(close)
  send({ message: 'one', release: 'shop@1.0.0', user: { id: '1' } }, NOON)
  send({ message: 'two', release: 'shop@1.0.0', user: { id: '1' } }, NOON + 3_600_000)
  send({ message: 'one', release: 'shop@1.1.0', user: { id: '2' } }, NOON + 7_200_000)
  send({ message: 'three' }, NOON)
  const releases = await store.db.selectFrom('project_release').selectAll().orderBy('version').execute()
  expect(releases).toMatchObject([
    {
      version: 'shop@1.0.0',
      created_at: NOON,
      first_seen: NOON,
      last_seen: NOON + 3_600_000,
      event_count: 2,
      user_count: 1,
    },
    { version: 'shop@1.1.0', event_count: 1, user_count: 1 },
  ])
  const hours = await store.db.selectFrom('release_hour').select(['release', 'event_count']).execute()
  expect(hours).toHaveLength(3)
})
