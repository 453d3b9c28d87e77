import { DDSketch } from '@datadog/sketches-js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { QuantileSketch } from '#server/processing/sketches/quantile-sketch.ts'

const SHARES = [0, 0.5, 0.75, 0.95, 1]
const micros = fc.integer({ min: 2, max: 3e13 })
const values = fc.array(micros, { minLength: 1, maxLength: 300 })

function sketchOf(list: readonly number[]): QuantileSketch {
  const sketch = new QuantileSketch()
  for (const value of list) sketch.add(value)
  return sketch
}

function exactQuantile(list: readonly number[], share: number): number {
  return list.toSorted((a, b) => a - b)[Math.floor(share * (list.length - 1))] ?? Number.NaN
}

describe('QuantileSketch', () => {
  it('is right within 1 %', () => {
    fc.assert(
      fc.property(values, (list) => {
        const sketch = sketchOf(list)
        for (const share of SHARES) {
          const exact = exactQuantile(list, share)
          expect(Math.abs((sketch.quantile(share) ?? 0) - exact)).toBeLessThanOrEqual(exact * 0.010001)
        }
      }),
    )
  })

  it('gives what the library gives', () => {
    fc.assert(
      fc.property(values, (list) => {
        const library = new DDSketch({ relativeAccuracy: 0.01 })
        for (const value of list) library.accept(value)
        for (const share of SHARES)
          expect(sketchOf(list).quantile(share)).toBeCloseTo(library.getValueAtQuantile(share), 6)
      }),
    )
  })

  it('merges as if all had been added to one, in any order', () => {
    fc.assert(
      fc.property(fc.array(values, { maxLength: 5 }), (lists) => {
        const all = sketchOf(lists.flat()).encode()
        const merge = (parts: number[][]) => {
          const merged = new QuantileSketch()
          for (const part of parts) merged.merge(sketchOf(part).encode())
          return merged.encode()
        }
        expect(merge(lists)).toEqual(all)
        expect(merge(lists.toReversed())).toEqual(all)
      }),
    )
  })

  it('is the same after it was kept', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })), (list) => {
        const sketch = sketchOf(list)
        const kept = new QuantileSketch().merge(sketch.encode())
        expect(kept.count).toBe(list.length)
        expect(kept.listBins()).toEqual(sketch.listBins())
      }),
    )
  })

  it('counts what is below two as zero, and nothing as nothing', () => {
    expect(sketchOf([0, 1, 0]).quantile(1)).toBe(0)
    expect(new QuantileSketch().quantile(0.5)).toBeNull()
    expect(new QuantileSketch().encode()).toHaveLength(0)
  })

  it('reads any bytes without harm', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        new QuantileSketch().merge(bytes).quantile(0.5)
      }),
    )
  })

  it('takes less than a quarter of the bytes of the library’s protobuf', () => {
    const list = Array.from({ length: 300 }, (_, index) => 20_000 * 1.02 ** (index % 150))
    const library = new DDSketch({ relativeAccuracy: 0.01 })
    for (const value of list) library.accept(value)
    expect(sketchOf(list).encode().length * 4).toBeLessThan(library.toProto().length)
  })
})
