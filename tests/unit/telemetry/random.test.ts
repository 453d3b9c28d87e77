import fc from 'fast-check'
import { expect, it } from 'vitest'
import { limits } from '#telemetry/limits.ts'
import { cryptoRandom, poolRandom, type RandomBytes, randomHex } from '#telemetry/random.ts'

it('randomHex() writes two lower-case characters a byte', () => {
  expect(randomHex(() => Uint8Array.of(0, 10, 255), 3)).toBe('000aff')
  expect(randomHex(cryptoRandom, 16)).toMatch(/^[0-9a-f]{32}$/)
})

it('poolRandom() gives each byte of its source once, whatever is asked for', () => {
  const sizes = fc.array(fc.integer({ min: 0, max: limits.randomPoolBytes * 2 }), { maxLength: 20 })
  fc.assert(
    fc.property(sizes, (byteCounts) => {
      let next = 0
      let calls = 0
      // Four bytes a number, so that no two are the same.
      const counting: RandomBytes = (byteCount) => {
        calls += 1
        return new Uint8Array(
          Uint32Array.from({ length: Math.ceil(byteCount / 4) }, () => next++).buffer,
          0,
          byteCount,
        )
      }
      const random = poolRandom(counting)
      const seen = new Set<number>()
      for (const byteCount of byteCounts) {
        const bytes = random(byteCount - (byteCount % 4))
        expect(bytes).toHaveLength(byteCount - (byteCount % 4))
        for (const number of new Uint32Array(bytes.slice().buffer)) {
          expect(seen.has(number)).toBe(false)
          seen.add(number)
        }
      }
      expect(calls).toBeLessThanOrEqual(byteCounts.length)
    }),
    { numRuns: 30 },
  )
})

it('poolRandom() asks once for many small ones', () => {
  let calls = 0
  const random = poolRandom((byteCount) => {
    calls += 1
    return cryptoRandom(byteCount)
  })
  const ids = new Set(Array.from({ length: limits.randomPoolBytes / 8 }, () => randomHex(random, 8)))
  expect(ids.size).toBe(limits.randomPoolBytes / 8)
  expect(calls).toBe(1)
})
