import fc from 'fast-check'
import { expect, it } from 'vitest'
import { OUTCOME_ORDER, pivot, reasonsOf } from '#renderer/views/usage/pivot.ts'

const anySum = fc.record({
  projectSlug: fc.constantFrom('shop', 'api'),
  keyId: fc.constantFrom(1, 2),
  category: fc.constantFrom('error' as const, 'span' as const),
  outcome: fc.constantFrom(...OUTCOME_ORDER),
  reason: fc.constantFrom('', 'key_rate'),
  quantity: fc.integer({ min: 1, max: 1_000 }),
})
const totalOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

it('loses nothing and has each name once, the largest first', () => {
  fc.assert(
    fc.property(fc.array(anySum), (sums) => {
      const rows = pivot(sums, ({ projectSlug }) => projectSlug)
      const totals = rows.map(({ quantities }) => totalOf(quantities))
      expect(totalOf(totals)).toBe(totalOf(sums.map(({ quantity }) => quantity)))
      expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
      expect(totals).toEqual(totals.toSorted((a, b) => b - a))
    }),
  )
})

it('gives a reason for all that was not taken, and for nothing else', () => {
  fc.assert(
    fc.property(fc.array(anySum), (sums) => {
      const refused = sums.filter(({ outcome }) => outcome !== 'accepted')
      const rows = reasonsOf(sums)
      expect(totalOf(rows.map(({ quantity }) => quantity))).toBe(
        totalOf(refused.map(({ quantity }) => quantity)),
      )
      expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
      expect(rows.some(({ outcome }) => outcome === 'accepted')).toBe(false)
    }),
  )
})
