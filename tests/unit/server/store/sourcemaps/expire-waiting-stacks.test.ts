import { expect, it, onTestFinished } from 'vitest'
import { DAY_MS } from '#server/protocol/time.ts'
import { expireWaitingStacks } from '#server/store/maintenance/expire-waiting-stacks.ts'
import { createSqliteRows } from '#server/store/sqlite/rows/run-steps.ts'
import { aMinifiedError } from '#tests/support/source-maps/uploaded-maps.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

const NEXT_BUILD = '11111111-2222-4333-8444-555555555555'

it('forgets after 90 days what waits for source maps', async () => {
  const { store, connection, send, close } = await openEventStore()
  onTestFinished(close)
  send(aMinifiedError(), 0)
  send(aMinifiedError({ debugId: NEXT_BUILD }), DAY_MS)
  const slice = { now: 90 * DAY_MS + 1, hasTime: () => true }
  expect(createSqliteRows(connection)(expireWaitingStacks(slice))).toBe(false)
  const rows = await store.db.selectFrom('waiting_stack').select('build').execute()
  expect(rows).toEqual([{ build: NEXT_BUILD }])
})
