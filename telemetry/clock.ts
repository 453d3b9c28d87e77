import { limits } from './limits.ts'

/** Milliseconds since the epoch. */
export type Clock = () => number

/**
 * Combines the wall clock with `tick`, a monotonic counter of fractions of milliseconds. Counters stop
 * while a computer sleeps, and wall clocks are set, so the two are synchronized when they differ.
 */
export function createPreciseClock(wall: Clock, tick: () => number): Clock {
  let offset = wall() - tick()
  return () => {
    const now = tick()
    const ahead = wall() - now - offset
    if (Math.abs(ahead) > limits.clockDriftMs) offset += ahead
    return now + offset
  }
}
