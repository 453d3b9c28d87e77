import { expect, it } from 'vitest'
import { sideRuns } from '#server/traces/waterfall/side-runs.ts'

const page = { side: 'browser' as const, startUs: 1_000, durationUs: 1_000 }
const span = (op: string, side: 'browser' | 'server', startUs: number, durationUs: number) => ({
  ...{ op, side, startUs, durationUs },
})

it('says which side worked, one run after the other, the deepest where several did', () => {
  const spans = [
    span('pageload', 'browser', 1_000, 1_000),
    span('http.server', 'server', 1_200, 500),
    span('db.query', 'server', 1_300, 100),
  ]
  expect(sideRuns(page, spans)).toEqual([
    { tone: 'browser', share: 0.2 },
    { tone: 'server', share: 0.1 },
    { tone: 'database', share: 0.1 },
    { tone: 'server', share: 0.3 },
    { tone: 'browser', share: 0.3 },
  ])
})

it('keeps to the segment, whatever was before, after or around it', () => {
  expect(sideRuns(page, [span('http.server', 'server', 0, 9_000)])).toEqual([{ tone: 'server', share: 1 }])
  expect(sideRuns(page, [span('db', 'server', 5_000, 10)])).toEqual([{ tone: 'browser', share: 1 }])
  expect(sideRuns({ ...page, durationUs: 0 }, [])).toEqual([{ tone: 'browser', share: 1 }])
})
