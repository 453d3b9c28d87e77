import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDailyUsers,
  countDailyUsers,
  type DailyUsers,
  mergeDailyUsers,
  NO_USERS,
} from '#server/processing/sketches/daily-users.ts'
import { hashUser } from '#server/processing/user-hash.ts'

const ALL_DAY = 2 ** 24 - 1

function sketchOf(names: Iterable<string>, hours = 1): DailyUsers {
  return addDailyUsers(NO_USERS, new Map(Array.from(names, (name) => [hashUser(name), hours]))).sketch
}

function namesTo(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, index) => `id:${from + index}`)
}

describe('the users of a day', () => {
  it('are counted exactly up to a thousand, by their hours', () => {
    const morning = sketchOf(namesTo(600), 0b1)
    const noon = sketchOf(namesTo(700, 300), 0b10)
    const day = mergeDailyUsers(morning, noon)
    expect(countDailyUsers([{ sketch: day, hours: ALL_DAY }])).toEqual({ count: 1_000, isExact: true })
    expect(countDailyUsers([{ sketch: day, hours: 0b1 }])).toEqual({ count: 600, isExact: true })
    expect(countDailyUsers([{ sketch: day, hours: 0b10 }])).toEqual({ count: 700, isExact: true })
    expect(countDailyUsers([{ sketch: day, hours: 0b100 }])).toEqual({ count: 0, isExact: true })
    expect(day.length).toBe(9_000)
  })

  it('are estimated above that in 9,009 bytes, however many they are', () => {
    const day = sketchOf(namesTo(50_000))
    expect(day.length).toBe(9_009)
    const { count, isExact } = countDailyUsers([{ sketch: day, hours: ALL_DAY }])
    expect(isExact).toBe(false)
    expect(Math.abs(count - 50_000) / 50_000).toBeLessThan(0.1)
  })

  it('are counted once over several days, also where one of them is estimated', () => {
    const days = [namesTo(800), namesTo(900, 400)].map((names) => ({
      sketch: sketchOf(names),
      hours: ALL_DAY,
    }))
    expect(countDailyUsers(days)).toEqual({ count: 1_300, isExact: true })
    const more = [...days, { sketch: sketchOf(namesTo(20_000)), hours: ALL_DAY }]
    const { count, isExact } = countDailyUsers(more)
    expect(isExact).toBe(false)
    expect(Math.abs(count - 20_000) / 20_000).toBeLessThan(0.1)
  })

  it('are estimated from a share where the days hold more than can be counted', () => {
    const days = Array.from({ length: 90 }, (_, day) => ({
      sketch: sketchOf(namesTo(900, day * 450)),
      hours: ALL_DAY,
    }))
    const { count, isExact } = countDailyUsers(days)
    expect(isExact).toBe(false)
    expect(Math.abs(count - 91 * 450) / (91 * 450)).toBeLessThan(0.05)
  })

  it('are nobody where there is no day', () => {
    expect(countDailyUsers([])).toEqual({ count: 0, isExact: true })
  })

  it('are the same sketch where nothing is new', () => {
    const sketch = sketchOf(['id:1', 'id:2'], 0b11)
    const again = addDailyUsers(sketch, new Map([[hashUser('id:1'), 0b10]]))
    expect(again.sketch).toBe(sketch)
    expect(again.unknown).toEqual([])
    const later = addDailyUsers(sketch, new Map([[hashUser('id:1'), 0b100]]))
    expect(later.sketch).not.toBe(sketch)
    expect(later.unknown).toEqual([])
    expect(addDailyUsers(sketch, new Map([[hashUser('id:3'), 1]])).unknown).toEqual([hashUser('id:3')])
  })

  it('may lie anywhere in the memory of a row', () => {
    const sketch = sketchOf(namesTo(10))
    const row = new Uint8Array(sketch.length + 3)
    row.set(sketch, 3)
    expect(countDailyUsers([{ sketch: row.subarray(3), hours: ALL_DAY }]).count).toBe(10)
  })

  it('are merged as if all had been added to one, in any order', () => {
    const hits = fc.array(fc.tuple(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 23 })), {
      maxLength: 3_000,
    })
    const addAll = (sketch: DailyUsers, list: readonly (readonly [number, number])[]) => {
      const users = new Map<number, number>()
      for (const [user, hour] of list) {
        const hash = hashUser(`id:${user}`)
        users.set(hash, (users.get(hash) ?? 0) | (1 << hour))
      }
      return addDailyUsers(sketch, users).sketch
    }
    fc.assert(
      fc.property(hits, hits, (some, others) => {
        const apart = mergeDailyUsers(addAll(NO_USERS, some), addAll(NO_USERS, others))
        const together = addAll(addAll(NO_USERS, others), some)
        const hours = 0b1010_1010
        expect(countDailyUsers([{ sketch: apart, hours }])).toEqual(
          countDailyUsers([{ sketch: together, hours }]),
        )
      }),
      { numRuns: 30 },
    )
  })
})
