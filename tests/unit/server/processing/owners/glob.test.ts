import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchesPieces, parseGlob } from '#server/processing/owners/glob.ts'
import { cpuMs } from '#tests/support/run/cpu-time.ts'
import { runs } from '#tests/support/run/doses.ts'

const matches = (text: string, pattern: string) => matchesPieces(text, parseGlob(pattern))

describe('a pattern', () => {
  it.each([
    ['src/billing/*', 'src/billing/pay.ts', true],
    ['src/billing/*', 'src/billing/deep/pay.ts', true],
    ['src/billing/*', 'app/src/billing/pay.ts', false],
    ['src/billing/**', 'src/billing/deep/pay.ts', true],
    ['*.ts', 'src/pay.ts', true],
    ['*.ts', 'src/pay.tsx', false],
    ['src/*/pay.?s', 'src/a/b/pay.js', true],
    ['src/*/pay.?s', 'src/a/b/pay.s', false],
    ['*a?c*', 'xxabcxx', true],
    ['*a?c*', 'xxacxx', false],
    ['ab*ba', 'aba', false],
    ['ab*ba', 'abba', true],
    ['', '', true],
    ['', 'a', false],
    ['*', '', true],
    ['a+(b)*', 'a+(b)c', true],
  ])('%s and %s: %s', (pattern, text, isMatch) => {
    expect(matches(text, pattern)).toBe(isMatch)
  })

  it('matches what a regular expression says of it', () => {
    const part = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 8 })
    const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 10 })
    fc.assert(
      fc.property(part, text, (pattern, given) => {
        const source = pattern.replaceAll(/\*+/g, '.*').replaceAll('?', '.')
        expect(matches(given, pattern)).toBe(new RegExp(`^${source}$`).test(given))
      }),
      { numRuns: runs(500) },
    )
  })

  it('takes time in proportion to the text, with a thousand stars too', () => {
    const pattern = parseGlob(`${'a*'.repeat(1_000)}b`)
    const timeOf = (length: number) => {
      const text = `${'a'.repeat(length)}c`
      const before = cpuMs()
      for (let times = 0; times < 50; times++) expect(matchesPieces(text, pattern)).toBe(false)
      return cpuMs() - before
    }
    timeOf(2_000)
    // A hundred times the text; a pattern that tried again would take ten thousand times as long.
    expect(timeOf(200_000)).toBeLessThan(200 + 300 * timeOf(2_000))
    const near = parseGlob(`${'a?*'.repeat(500)}c`)
    expect(matchesPieces(`${'a'.repeat(100_000)}c`, near)).toBe(true)
  })
})
