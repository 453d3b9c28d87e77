import { expect, it } from 'vitest'
import { bucketsOf, hoursABucket, stacksOf } from '../../../../renderer/ui/usage/stacks.ts'

it('stacks from the ground up, whatever is there is seen, and nothing leaves the box', () => {
  const { bars, most } = stacksOf(
    [
      { name: 'a', quantities: [90, 10] },
      { name: 'b', quantities: [0, 1] },
      { name: 'c', quantities: [0, 0] },
    ],
    { width: 300, height: 50 },
  )
  expect(most).toBe(100)
  const [first, second, third] = bars
  expect(first?.parts.map(({ part }) => part)).toEqual([0, 1])
  expect(first?.parts.at(-1)?.y).toBeGreaterThanOrEqual(0)
  expect((first?.parts[0]?.y ?? 0) + (first?.parts[0]?.height ?? 0)).toBe(50)
  expect(second?.parts[0]?.height).toBe(2)
  expect(third?.parts).toEqual([])
  expect((third?.x ?? 0) + (third?.width ?? 0)).toBeLessThanOrEqual(300)
})

it.each([
  [12, 1],
  [120, 1],
  [168, 2],
  [336, 3],
  [720, 6],
  [2160, 24],
  [8760, 96],
])('%d hours are shown by %d', (hours, step) => {
  expect(hoursABucket(hours)).toBe(step)
})

it('adds hours up by bucket and kind, and leaves out what lies outside', () => {
  const buckets = bucketsOf(
    [
      { hour: 100, kind: 'info', quantity: 3 },
      { hour: 101, kind: 'info', quantity: 4 },
      { hour: 102, kind: 'error', quantity: 1 },
      { hour: 99, kind: 'info', quantity: 50 },
      { hour: 101, kind: 'other', quantity: 50 },
    ],
    { fromHour: 100, hours: 168, kinds: ['info', 'error'] },
    String,
  )
  expect(buckets).toHaveLength(84)
  expect(buckets.slice(0, 2)).toEqual([
    { name: '100', quantities: [7, 0] },
    { name: '102', quantities: [0, 1] },
  ])
})
