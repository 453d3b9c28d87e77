import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findChange, type HourlyPoint } from '#server/desk/performance/change.ts'
import { seededRandom } from '#tests/support/fill/seeded-random.ts'

const WEEK = 168

function series(valueAt: (hour: number) => number, hours = WEEK): HourlyPoint[] {
  return Array.from({ length: hours }, (_, hour) => ({ hour, value: valueAt(hour), count: 100 }))
}

/** Spreads as percentiles of few samples do: by a factor, with outliers. */
function noise(random: () => number, size: number): number {
  const outlier = random() < 0.02 ? 1 + 4 * random() : 1
  return outlier * Math.exp((random() + random() + random() - 1.5) * size)
}

describe('findChange()', () => {
  it('finds since when it is slower, however noisy it is', () => {
    const distances: number[] = []
    for (let seed = 1; seed <= 50; seed++) {
      const random = seededRandom(seed)
      const change = findChange(series((hour) => (hour < 140 ? 120 : 340) * noise(random, 0.5)))
      distances.push(Math.abs((change?.hour ?? 0) - 140))
      expect(change?.before).toBeGreaterThan(100)
      expect(change?.after).toBeGreaterThan(270)
    }
    expect(distances.filter((hours) => hours <= 1).length).toBeGreaterThan(40)
    expect(Math.max(...distances)).toBeLessThanOrEqual(8)
  })

  it('finds what became faster', () => {
    const random = seededRandom(3)
    const change = findChange(series((hour) => (hour < 100 ? 400 : 200) * noise(random, 0.4)))
    expect(change?.after).toBeLessThan(change?.before ?? 0)
  })

  it.each([0.1, 0.5, 1.5])(
    'raises fewer than one false alarm in a hundred series, at a noise of %s',
    (size) => {
      const runs = 2_000
      let alarms = 0
      for (let seed = 1; seed <= runs; seed++) {
        const random = seededRandom(seed * 7_919)
        if (findChange(series(() => 100 * noise(random, size)))) alarms++
      }
      expect(alarms / runs).toBeLessThan(0.01)
    },
  )

  it('takes no rush hour for a change', () => {
    for (let seed = 1; seed <= 50; seed++) {
      const random = seededRandom(seed)
      const isBusy = (hour: number) => hour % 24 >= 12
      const daily = series((hour) => (isBusy(hour) ? 300 : 100) * noise(random, 0.2), WEEK)
      expect(findChange(daily)).toBeUndefined()
    }
  })

  it('waits until six hours say so', () => {
    expect(findChange(series((hour) => (hour < WEEK - 5 ? 100 + (hour % 7) : 900 + hour)))).toBeUndefined()
    expect(findChange(series((hour) => (hour < WEEK - 6 ? 100 + (hour % 7) : 900 + hour)))).toMatchObject({
      hour: WEEK - 6,
    })
  })

  it('leaves out hours that say too little, and a little change', () => {
    const few = series((hour) => (hour < 100 ? 100 : 300)).map((point) => ({ ...point, count: 4 }))
    expect(findChange(few)).toBeUndefined()
    expect(findChange(series((hour) => (hour < 100 ? 100 : 110)))).toBeUndefined()
    expect(findChange([])).toBeUndefined()
  })

  it('takes any numbers', () => {
    const point = fc.record({ hour: fc.nat(), value: fc.double({ min: 0 }), count: fc.nat() })
    fc.assert(
      fc.property(fc.array(point, { maxLength: 60 }), (points) => {
        const change = findChange(points)
        if (change) expect(points.map(({ hour }) => hour)).toContain(change.hour)
      }),
    )
  })
})
