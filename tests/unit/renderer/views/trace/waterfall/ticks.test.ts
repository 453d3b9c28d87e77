import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ticksOf } from '#renderer/views/trace/waterfall/ticks.ts'

const labelsOf = (fromMs: number, toMs: number) =>
  ticksOf({ fromUs: fromMs * 1_000, rangeUs: (toMs - fromMs) * 1_000 }).map(({ label }) => label)

describe('ticksOf()', () => {
  it('are round, whatever the range', () => {
    expect(labelsOf(0, 1_365)).toEqual(['0 ms', '500 ms', '1.0 s'])
    expect(labelsOf(0, 742)).toEqual(['0 ms', '200 ms', '400 ms', '600 ms'])
    expect(labelsOf(0, 100_000)).toEqual(['0 ms', '30.0 s', '1 min', '1 min 30 s'])
    expect(labelsOf(0, 0.4)).toEqual(['0 ms', '0.1 ms', '0.2 ms', '0.3 ms'])
  })

  it('stand where they are, and begin with the first in the range', () => {
    const [first, second] = ticksOf({ fromUs: 150_000, rangeUs: 400_000 })
    expect(first).toEqual({ label: '200 ms', place: { insetInlineStart: '12.5%' } })
    expect(second?.label).toBe('300 ms')
  })

  it('tell apart what is closer than a duration says', () => {
    expect(labelsOf(1_000, 1_100)).toEqual(['1000 ms', '1020 ms', '1040 ms', '1060 ms', '1080 ms'])
  })

  it('tell apart halves of seconds where minutes begin', () => {
    expect(labelsOf(59_362.738, 59_362.738 + 1_779.633)).toEqual([
      '59500 ms',
      '60000 ms',
      '60500 ms',
      '61000 ms',
    ])
  })

  it('are few, and no two alike, in any range that a trace may have', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 86_400_000 }),
        fc.integer({ min: 1, max: 900_000_000 }),
        (from, range) => {
          const labels = ticksOf({ fromUs: from, rangeUs: range }).map(({ label }) => label)
          expect(labels.length).toBeLessThanOrEqual(6)
          expect(new Set(labels).size).toBe(labels.length)
        },
      ),
    )
  })
})
