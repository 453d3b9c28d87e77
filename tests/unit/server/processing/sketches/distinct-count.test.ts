import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addToSketch,
  countDistinct,
  EMPTY_SKETCH,
  mergeAllSketches,
  mergeSketches,
} from '#server/processing/sketches/distinct-count.ts'
import { hashUser } from '#server/processing/user-hash.ts'

const people = (from: number, to: number, seed = 0) =>
  Array.from({ length: to - from }, (_, index) => hashUser(`id:${seed}-${from + index}`))
const sketchOf = (hashes: number[]) => addToSketch(EMPTY_SKETCH, hashes)

describe('a sketch', () => {
  it('is exact up to a thousand, in eight bytes each', () => {
    for (const count of [0, 1, 2, 999, 1000]) {
      const sketch = sketchOf([...people(0, count), ...people(0, count)])
      expect(countDistinct(sketch)).toBe(count)
      expect(sketch.length).toBe(count * 8)
    }
  })

  it('is within 2 % beyond, with three exceptions in a hundred at most, in 16 KB', () => {
    const errors: number[] = []
    for (let seed = 0; seed < 25; seed++) {
      let sketch = EMPTY_SKETCH
      let known = 0
      for (const count of [1_001, 5_000, 20_000]) {
        sketch = addToSketch(sketch, people(known, count, seed))
        known = count
        errors.push(countDistinct(sketch) / count - 1)
      }
      expect(sketch.length).toBe(16_384)
    }
    const outside = errors.filter((error) => Math.abs(error) > 0.02).length
    expect(outside / errors.length).toBeLessThanOrEqual(0.03)
    expect(Math.abs(errors.reduce((sum, error) => sum + error, 0) / errors.length)).toBeLessThan(0.002)
  })

  it('is itself where nothing is new', () => {
    for (const size of [10, 3_000]) {
      const sketch = sketchOf(people(0, size))
      expect(addToSketch(sketch, people(0, 10))).toBe(sketch)
    }
  })

  it('can lie anywhere in a buffer', () => {
    const bytes = new Uint8Array(1 + 8 * 5)
    bytes.set(sketchOf(people(0, 5)), 1)
    expect(countDistinct(addToSketch(bytes.subarray(1), people(3, 8)))).toBe(8)
  })

  it('merges as if all had been added to one, in any order and split', () => {
    const split = fc.tuple(fc.nat({ max: 2_500 }), fc.nat({ max: 2_500 }), fc.nat({ max: 2_500 }))
    fc.assert(
      fc.property(split, ([a, b, c]) => {
        const [one, two] = [people(0, a), people(Math.min(a, c), b + c)]
        const merged = mergeSketches(sketchOf(one), sketchOf(two))
        expect(merged).toEqual(sketchOf([...two, ...one]))
        expect(mergeSketches(sketchOf(two), sketchOf(one))).toEqual(merged)
        expect(mergeSketches(merged, merged)).toEqual(merged)
        const three = sketchOf(people(c, a + c))
        expect(mergeAllSketches([one, two].map(sketchOf).concat([three]))).toEqual(
          mergeSketches(merged, three),
        )
        expect(mergeAllSketches([three, ...[two, one].map(sketchOf)])).toEqual(mergeSketches(merged, three))
      }),
      { numRuns: 30 },
    )
  })
})
