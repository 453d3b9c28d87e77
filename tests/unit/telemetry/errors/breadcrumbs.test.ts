import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { appendBreadcrumb, type Breadcrumb } from '#telemetry/errors/breadcrumbs.ts'
import { limits } from '#telemetry/limits.ts'

const crumb = (timestamp: number): Breadcrumb => ({ timestamp })

function append(count: number, capacity?: number): number[] {
  let crumbs: readonly Breadcrumb[] = []
  for (let index = 0; index < count; index++) crumbs = appendBreadcrumb(crumbs, crumb(index), capacity)
  return crumbs.map(({ timestamp }) => timestamp)
}

describe('appendBreadcrumb()', () => {
  it('keeps the last hundred', () => {
    expect(limits.breadcrumbs).toBe(100)
    expect(append(250)).toEqual(Array.from({ length: 100 }, (_, index) => 150 + index))
  })

  it('keeps the last ones in their order, for every capacity and number', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.integer({ min: 1, max: 120 }), (count, capacity) => {
        const all = Array.from({ length: count }, (_, index) => index)
        expect(append(count, capacity)).toEqual(all.slice(-capacity))
      }),
    )
  })

  it('leaves the list that it is given: a fork of the scope may hold it', () => {
    const shared = Object.freeze([crumb(1)])
    expect(appendBreadcrumb(shared, crumb(2))).toEqual([crumb(1), crumb(2)])
    expect(shared).toEqual([crumb(1)])
  })
})
