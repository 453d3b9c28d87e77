import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SessionRecord } from '#server/processing/record.ts'
import { createSessionPort } from '#server/store/records/sessions.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'
import { anArrival, openPortRows, type PortRows, reasonsOf } from '#tests/support/records/port-rows.ts'
import { runs } from '#tests/support/run/doses.ts'

const anySession: fc.Arbitrary<SessionRecord> = fc.record({
  kind: fc.constant('session'),
  sessionId: fc.constantFrom('a', 'b', 'c'),
  sequence: fc.integer({ min: 1, max: 4 }),
  health: fc.constantFrom('healthy', 'errored', 'abnormal', 'unhandled', 'crashed'),
  hasEnded: fc.boolean(),
  errors: fc.integer({ min: 0, max: 2 }),
  startedAt: fc.integer({ min: 0, max: 3 }),
  durationMs: fc.option(fc.integer({ min: 0, max: 9 })),
  release: fc.constantFrom('shop@1', 'shop@2'),
  environment: fc.constantFrom('production', 'staging'),
  userHash: fc.option(fc.integer({ min: 0, max: 9 })),
  anr: fc.constantFrom('anr_background', 'anr_foreground', null),
})
const told = fc.array(fc.tuple(anySession, fc.integer({ min: 1, max: 9 })), { maxLength: 12 })

describe.each(ENGINES)('sessions on %s', (engine) => {
  const port = createSessionPort()
  let rows: PortRows

  beforeAll(async () => {
    rows = await openPortRows(engine)
  })
  afterAll(() => rows.close())

  const list = (projectId: number) =>
    rows.select(`
      select session_id, sequence, health, has_ended, errors, started_at, duration_ms, release, environment, received_at
      from release_session where project_id = ${projectId} order by id`)

  it('leave the same rows and counts whether updates come in one batch or one by one', async () => {
    const property = fc.asyncProperty(told, fc.nat(12), async (given, first) => {
      const [apart, together] = [await rows.makeProject(), await rows.makeProject()]
      const arrivals = (projectId: number) =>
        given.map(([record, receivedAt]) => anArrival(projectId, record, receivedAt))
      const [each, all] = [arrivals(apart), arrivals(together)]
      const one = await rows.storeEach(port, each)
      const [before, after] = [all.slice(0, first), all.slice(first)]
      const [earlier, later] = [await rows.store(port, before), await rows.store(port, after)]
      expect(await list(together)).toEqual(await list(apart))
      expect([...reasonsOf(before, earlier), ...reasonsOf(after, later)]).toEqual(reasonsOf(each, one))
      const counted = [...earlier.sessions, ...later.sessions]
      expect(counted).toEqual(one.sessions.map((change) => ({ ...change, projectId: together })))
    })
    await fc.assert(property, { numRuns: runs(1_000) })
  })

  it('are recognized by their current state, not by an earlier one', async () => {
    const projectId = await rows.makeProject()
    const record = (sequence: number, more: Partial<SessionRecord> = {}): SessionRecord => ({
      ...{ kind: 'session', sessionId: 'a', sequence, health: 'healthy', hasEnded: false, errors: 0 },
      ...{ startedAt: 1, durationMs: null, release: 'shop@1', environment: 'production', userHash: null },
      anr: null,
      ...more,
    })
    await rows.store(
      port,
      [1, 2].map((sequence) => anArrival(projectId, record(sequence))),
    )
    const asked = [record(1), record(2), record(2, { hasEnded: true }), record(2, { sessionId: 'b' })]
    const known = await rows.run(port.findKnown(asked.map((record) => ({ projectId, record }))))
    expect(known).toEqual([false, true, false, false])
  })
})
