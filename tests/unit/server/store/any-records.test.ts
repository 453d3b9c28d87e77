import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { anyItem, toJson } from '#tests/support/builders/any-records.ts'
import { RECEIVED_AT } from '#tests/support/builders/sample-records.ts'
import { runs } from '#tests/support/run/doses.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

it('the database takes whatever processing lets through, and counts all of it', async () => {
  const { writeBatch, connection, store, close } = await openEventStore(() => RECEIVED_AT)
  onTestFinished(close)
  connection.exec('pragma synchronous = off') // no disk is at stake
  fc.assert(
    fc.property(fc.array(anyItem, { minLength: 1, maxLength: 20 }), (items) => {
      const envelopes = items.map(([type, payload]) => ({
        projectId: 1,
        keyId: 1,
        receivedAt: RECEIVED_AT,
        body: new TextEncoder().encode(`{}\n{"type":"${type}"}\n${toJson(payload)}`),
      }))
      const { results, failure } = writeBatch(envelopes, [])
      expect(failure).toBeUndefined()
      for (const { status } of results) expect([200, 400]).toContain(status)
    }),
    { numRuns: runs(300) },
  )
  const outcomes = await store.db.selectFrom('outcome').select(['reason']).execute()
  expect(outcomes.map(({ reason }) => reason)).not.toContain('internal')
  const hours = await store.db.selectFrom('release_session_hour').select('quantity').execute()
  expect(hours.every(({ quantity }) => quantity >= 0)).toBe(true)
  expect(connection.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
})
