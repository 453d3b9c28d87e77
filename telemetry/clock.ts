import { limits } from './limits.ts'

/** Milliseconds since the epoch. */
export type Clock = () => number

/**
 * Fractions of milliseconds from `tick`, a monotonic counter of them, at the wall clock's time. Counters
 * stand still while a computer sleeps, and wall clocks are set: they are brought together when they part.
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
