import { describe, expect, it } from 'vitest'
import { findRise } from '#server/desk/issues/rise.ts'
import { seededRandom } from '#tests/support/fill/seeded-random.ts'

const DAYS = 21
const OPTIONS = { firstSeen: -1, from: 7 * 24 }
/** Events in each hour of three weeks, as many an hour as is said. */
const hourly = (rateAt: (hour: number) => number) =>
  Array.from({ length: DAYS * 24 }, (_, hour) => rateAt(hour))
/** Three times as busy in the evening as before dawn. */
const busyAt = (hour: number) => 1 + 0.5 * Math.cos((((hour % 24) - 18) / 24) * 2 * Math.PI)

describe('findRise()', () => {
  it('finds where it began, and how much more it became', () => {
    const rise = findRise(
      hourly((hour) => (hour >= 400 ? 8 : 2)),
      OPTIONS,
    )
    expect(rise).toEqual({ hour: 400, factor: 4 })
  })

  it('says of what never happened in the week before that it has no factor', () => {
    expect(
      findRise(
        hourly((hour) => (hour < 100 || hour >= 400 ? 3 : 0)),
        OPTIONS,
      ),
    ).toEqual({
      hour: 400,
      factor: null,
    })
  })

  it.each([
    ['nothing changed', hourly(() => 5)],
    ['it became less', hourly((hour) => (hour >= 400 ? 1 : 9))],
    ['there are too few to tell', hourly((hour) => (hour >= 500 ? 1 : 0))],
    ['each evening is as busy', hourly((hour) => Math.round(20 * busyAt(hour) ** 3))],
    ['it was over within a day', hourly((hour) => (hour >= 400 && hour < 420 ? 50 : 2))],
    ['it has only just begun', hourly((hour) => (hour >= DAYS * 24 - 2 ? 50 : 2))],
    ['weekends are quiet', hourly((hour) => (Math.floor(hour / 24) % 7 < 2 ? 0 : 6))],
  ])('finds none where %s', (_, counts) => {
    expect(findRise(counts, OPTIONS)).toBeUndefined()
  })

  it('finds the last of several', () => {
    const counts = hourly((hour) => (hour >= 450 ? 40 : hour >= 250 ? 8 : 1))
    expect(findRise(counts, OPTIONS)?.hour).toBe(450)
  })

  it('finds what began before a deploy where it began', () => {
    const counts = hourly((hour) => (hour >= 494 ? 12 : 1))
    expect(findRise(counts, OPTIONS)).toEqual({ hour: 494, factor: 12 })
  })

  it('compares a new issue with nothing before its second day', () => {
    const first = 470
    const counts = hourly((hour) => (hour < first ? 0 : hour < first + 10 ? 1 : 9))
    expect(findRise(counts, { ...OPTIONS, firstSeen: first })).toBeUndefined()
  })

  it('does not find one that began before the shown time', () => {
    const counts = hourly((hour) => (hour >= 400 ? 8 : 2))
    expect(findRise(counts, { ...OPTIONS, from: 405 })).toBeUndefined()
  })

  it('takes noise for no rise, and finds a rise in noise', () => {
    const random = seededRandom(18)
    /** Knuth's, for small means: https://en.wikipedia.org/wiki/Poisson_distribution#Random_variate_generation */
    const poisson = (mean: number) => {
      const end = Math.exp(-mean)
      let count = 0
      for (let product = random(); product > end; product *= random()) count++
      return count
    }
    let [falseOnes, found] = [0, 0]
    for (let series = 0; series < 100; series++) {
      const usual = hourly((hour) => poisson(0.5 * busyAt(hour)))
      if (findRise(usual, OPTIONS)) falseOnes++
      const risen = usual.map((count, hour) => (hour >= 400 ? poisson(2 * busyAt(hour)) : count))
      const rise = findRise(risen, OPTIONS)
      if (rise && Math.abs(rise.hour - 400) <= 6) found++
    }
    expect(falseOnes).toBe(0)
    expect(found).toBeGreaterThan(80)
  })
})
