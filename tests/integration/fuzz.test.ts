import { describe, expect, it } from 'vitest'
import { fuzzInProcess } from '#tests/support/fuzz/in-process.ts'
import { fuzzOverHttp } from '#tests/support/fuzz/over-http.ts'

// A share of what `node tests/bench/fuzz.ts` does, the same each time.
const SEED = 20_261_121

describe('broken bodies of every format and type of item', () => {
  it('are dealt with in time, each of their items in one outcome, and leave nothing behind', async () => {
    const report = await fuzzInProcess(SEED, 5_000)
    expect(report.storedEvents).toBeGreaterThan(300)
  })

  it('are all answered by a desk, which counts what came of them', async () => {
    const { statuses, outcomes } = await fuzzOverHttp(SEED, 500)
    expect(statuses[200]).toBeGreaterThan(100)
    expect(outcomes['error accepted']).toBeGreaterThan(20)
  })
})
