import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createBucketSketch } from '#server/accounts/throttle/bucket-sketch.ts'
import { seededBytes } from '#tests/support/store/seeded-bytes.ts'

it('never takes a key for emptier than it is, however crowded its cells are', () => {
  const step = fc.record({ key: fc.integer({ min: 0, max: 9 }), afterMs: fc.integer({ min: 0, max: 300 }) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer(), (steps, seed) => {
      const sketch = createBucketSketch({ burst: 3, refillMs: 100, width: 2 }, seededBytes(seed))
      const dryAt = new Map<number, number>() // one bucket for each key
      let now = 0
      for (const { key, afterMs } of steps) {
        now += afterMs
        const exact = Math.max(0, (dryAt.get(key) ?? 0) - now - 200)
        expect(sketch.waitMs(`${key}`, now)).toBeGreaterThanOrEqual(exact)
        sketch.take(`${key}`, now)
        dryAt.set(key, Math.max(dryAt.get(key) ?? 0, now) + 100)
      }
    }),
  )
})

it('is exact where it has room', () => {
  const sketch = createBucketSketch({ burst: 2, refillMs: 100, width: 1_000 }, seededBytes(1))
  const waits = ['a', 'a', 'a', 'b'].map((key) => {
    const wait = sketch.waitMs(key, 0)
    sketch.take(key, 0)
    return wait
  })
  expect(waits).toEqual([0, 0, 100, 0])
  sketch.giveBack('a', 0)
  expect(sketch.waitMs('a', 0)).toBe(100)
  expect(sketch.waitMs('a', 100)).toBe(0)
})

it('puts keys in cells that differ from one process to the next', () => {
  const held = (seed: number) => {
    const sketch = createBucketSketch({ burst: 1, refillMs: 100, width: 2 }, seededBytes(seed))
    sketch.take('victim', 0)
    return Array.from({ length: 500 }, (_, key) => sketch.waitMs(`${key}`, 0) > 0)
  }
  expect(held(1)).toEqual(held(1))
  expect(held(1)).not.toEqual(held(2))
})
