import { describe, expect, it } from 'vitest'
import { createPreciseClock } from '#telemetry/clock.ts'
import { limits } from '#telemetry/limits.ts'

function start() {
  const time = { wall: 1_700_000_000_000, tick: 40 }
  const clock = createPreciseClock(
    () => time.wall,
    () => time.tick,
  )
  return { time, clock }
}

describe('createPreciseClock()', () => {
  it('tells fractions of milliseconds', () => {
    const { time, clock } = start()
    expect(clock()).toBe(1_700_000_000_000)
    time.tick += 0.25
    expect(clock()).toBe(1_700_000_000_000.25)
  })

  it('does not jump for the rounding of the wall clock', () => {
    const { time, clock } = start()
    time.tick += 500
    time.wall += 501
    expect(clock()).toBe(1_700_000_000_500)
  })

  it.each([limits.clockDriftMs + 1, -limits.clockDriftMs - 1, 3_600_000])(
    'follows the wall clock when that is %s ms away, as after a sleep',
    (awayMs) => {
      const { time, clock } = start()
      time.wall += awayMs
      expect(clock()).toBe(1_700_000_000_000 + awayMs)
      time.tick += 0.5
      expect(clock()).toBe(1_700_000_000_000.5 + awayMs)
    },
  )
})
