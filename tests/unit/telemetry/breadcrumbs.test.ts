import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BreadcrumbRing } from '../../../telemetry/breadcrumbs.ts'
import { limits } from '../../../telemetry/limits.ts'

const crumb = (timestamp: number) => ({ timestamp })

describe('BreadcrumbRing', () => {
  it('keeps the last hundred', () => {
    const ring = new BreadcrumbRing()
    for (let index = 0; index < 150; index++) ring.add(crumb(index))
    const kept = ring.toArray()
    expect(kept).toHaveLength(limits.breadcrumbs)
    expect([kept[0], kept.at(-1)]).toEqual([crumb(50), crumb(149)])
  })

  it('holds the last ones in their order, for every capacity and number', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.nat(), { maxLength: 60 }),
        (capacity, times) => {
          const ring = new BreadcrumbRing(capacity)
          for (const time of times) ring.add(crumb(time))
          expect(ring.toArray()).toEqual(times.slice(-capacity).map(crumb))
        },
      ),
    )
  })

  it('forks into a ring that goes on by itself', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.array(fc.nat()),
        fc.array(fc.nat()),
        (capacity, before, after) => {
          const ring = new BreadcrumbRing(capacity)
          for (const time of before) ring.add(crumb(time))
          const fork = ring.fork()
          for (const time of after) fork.add(crumb(time))
          expect(ring.toArray()).toEqual(before.slice(-capacity).map(crumb))
          expect(fork.toArray()).toEqual([...before, ...after].slice(-capacity).map(crumb))
        },
      ),
    )
  })

  it('keeps one at least', () => {
    const ring = new BreadcrumbRing(0)
    ring.add(crumb(1))
    ring.add(crumb(2))
    expect(ring.toArray()).toEqual([crumb(2)])
  })
})
