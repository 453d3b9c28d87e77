import { describe, expect, it } from 'vitest'
import { dueIn, nextWindow, simulate } from '#server/alerts/decide/windows.ts'

describe('the time in which messages are collected', () => {
  it('is nothing at first, then 1, 5 and 30 minutes, for as long as something comes', () => {
    expect(dueIn(undefined, 1_000)).toEqual({ at: 1_000, isAtOnce: true })
    const first = nextWindow(undefined, 1_000, true)
    expect(first).toEqual({ step: 0, endsAt: 61_000 })
    expect(dueIn(first, 60_999)).toEqual({ at: 61_000, isAtOnce: false })
    const second = nextWindow(first, 61_000, false)
    expect(second.endsAt - 61_000).toBe(300_000)
    const third = nextWindow(second, 361_000, false)
    expect(third.endsAt - 361_000).toBe(1_800_000)
    expect(nextWindow(third, 2_161_000, false).endsAt - 2_161_000).toBe(1_800_000)
    expect(dueIn(third, 2_161_000)).toEqual({ at: 2_161_000, isAtOnce: true })
    expect(nextWindow(third, 9_000_000, true)).toEqual({ step: 0, endsAt: 9_060_000 })
  })

  it('puts 5,000 things of a minute into two messages', () => {
    const times = Array.from({ length: 5_000 }, (_, index) => index * 12)
    const messages = simulate(times)
    expect(messages.map(({ at, members }) => [at, members.length])).toEqual([
      [1_000, 84],
      [61_000, 4_916],
    ])
  })

  it('makes a message of each thing that is far from others', () => {
    expect(simulate([0, 3_600_000, 7_200_000])).toHaveLength(3)
    expect(simulate([0, 500, 999])).toHaveLength(1)
    expect(simulate([])).toEqual([])
  })
})
