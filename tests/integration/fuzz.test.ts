import { describe, expect, it } from 'vitest'
import { fuzzInProcess } from '#tests/support/fuzz/in-process.ts'
import { fuzzOverHttp } from '#tests/support/fuzz/over-http.ts'
import { doseOf } from '#tests/support/run/doses.ts'

// A share of what `node tests/bench/fuzz.ts` does, the same each time.
const SEED = 20_261_121

describe('broken bodies of every format and type of item', () => {
  it('are dealt with in time, each of their items in one outcome, and leave nothing behind', async () => {
    const cases = doseOf('fuzzedBodies')
    const report = await fuzzInProcess(SEED, cases)
    expect(report.storedEvents).toBeGreaterThan(cases / 17)
  })

  it('are all answered by a desk, which counts what came of them', async () => {
    const requests = doseOf('fuzzedRequests')
    const { statuses, outcomes } = await fuzzOverHttp(SEED, requests)
    expect(statuses[200]).toBeGreaterThan(requests / 5)
    expect(outcomes['error accepted']).toBeGreaterThan(requests / 25)
  })
})
