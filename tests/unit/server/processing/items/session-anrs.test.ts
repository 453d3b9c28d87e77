import { expect, it } from 'vitest'
import { aSession, RECEIVED_AT } from '#tests/support/builders/sample-records.ts'
import { anEnvelopeOf } from '#tests/support/builders/sample-traces.ts'
import { processEnvelope } from '#tests/support/store/process-body.ts'

it.each([
  [{ status: 'abnormal', abnormal_mechanism: 'anr_foreground' }, 'anr_foreground'],
  [{ status: 'abnormal', abnormal_mechanism: 'anr_background' }, 'anr_background'],
  [{ status: 'abnormal', abnormal_mechanism: 'ANR_FOREGROUND' }, null],
  [{ status: 'abnormal', abnormal_mechanism: ['anr_foreground'] }, null],
  [{ status: 'abnormal' }, null],
  [{ status: 'crashed', abnormal_mechanism: 'anr_foreground' }, null],
  [{ status: 'exited', errors: 1, abnormal_mechanism: 'anr_foreground' }, null],
])('a session with %j is an ANR by its mechanism, if it is abnormal: %s', (more, anr) => {
  const context = { receivedAt: RECEIVED_AT, newEventId: () => 'd'.repeat(32) }
  expect(processEnvelope(anEnvelopeOf(aSession(more)), context).records).toMatchObject([{ anr }])
})
