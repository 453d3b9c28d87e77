import { describe, expect, it } from 'vitest'
import { medianRatio } from '#tests/support/alerts/paired-ratios.ts'
import { seededRandom } from '#tests/support/fill/seeded-random.ts'

const pairsOf = (ratios: readonly number[]) => ratios.map((ratio) => [2, 2 * ratio] as const)

describe('medianRatio()', () => {
  it('gives the middle ratio, and the mean of the two in the middle', () => {
    expect(medianRatio(pairsOf([1, 2, 3, 4, 5, 6, 70])).median).toBe(4)
    expect(medianRatio(pairsOf([8, 2, 1, 6, 4, 3])).median).toBe(3.5)
  })

  it('has the bounds that tables of the sign test name', () => {
    const ranks = (count: number) => {
      const { low, high } = medianRatio(pairsOf(Array.from({ length: count }, (_, place) => place + 1)))
      return [low, high]
    }
    expect(ranks(6)).toEqual([1, 6])
    expect(ranks(10)).toEqual([2, 9])
    expect(ranks(20)).toEqual([6, 15])
    expect(ranks(40)).toEqual([14, 27])
    expect(ranks(100)).toEqual([40, 61])
    expect(ranks(4_000)).toEqual([1_938, 2_063])
  })

  it('refuses fewer pairs than tell an interval', () => {
    expect(() => medianRatio(pairsOf([1, 1, 1, 1, 1]))).toThrow('six pairs are the least')
  })

  it('has the true median within its interval in at least 95 % of trials, however skewed the noise is', () => {
    const random = seededRandom(7)
    let hits = 0
    for (let trial = 0; trial < 1_000; trial++) {
      const ratios = Array.from({ length: 30 }, () => 1.01 * 2 ** (random() ** 3 * 8 - 1))
      const { low, high } = medianRatio(pairsOf(ratios))
      if (low <= 1.01 && 1.01 <= high) hits++
    }
    expect(hits).toBeGreaterThanOrEqual(950)
  })
})
