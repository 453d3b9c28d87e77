import { HOUR_MS } from '#server/protocol/time.ts'

/** A zone's clock. Wall times are milliseconds since the epoch as if the zone were UTC. */
export interface WallClock {
  toWall(time: number): number
  /** The moment at which the clock shows it; the first of two, and where it is skipped the one right after the gap. */
  toTime(wall: number): number
}

const clocks = new Map<string, WallClock | undefined>()
/** Zones are named by whoever sends check-ins. */
const MOST_CLOCKS = 500

/** Undefined for a zone that nobody knows. */
export function wallClockOf(zone: string): WallClock | undefined {
  if (!clocks.has(zone)) {
    if (clocks.size >= MOST_CLOCKS) clocks.clear()
    clocks.set(zone, createWallClock(zone))
  }
  return clocks.get(zone)
}

function createWallClock(zone: string): WallClock | undefined {
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      ...{
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
      },
    })
  } catch {
    return undefined
  }
  const offsets = new Map<number, number>()

  function readOffset(time: number): number {
    const parts = Object.fromEntries(
      format.formatToParts(time).map(({ type, value }) => [type, Number(value)]),
    )
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
    const wall = Date.UTC(year, month - 1, day, hour, minute, second)
    return wall - Math.floor(time / 1000) * 1000
  }

  /** Zones change their offset at quarters of an hour only. */
  function offsetAt(time: number): number {
    const quarter = Math.floor(time / (HOUR_MS / 4))
    const known = offsets.get(quarter)
    if (known !== undefined) return known
    if (offsets.size > 10_000) offsets.clear()
    const offset = readOffset(quarter * (HOUR_MS / 4))
    offsets.set(quarter, offset)
    return offset
  }

  return {
    toWall: (time) => time + offsetAt(time),
    toTime(wall) {
      // the offsets before and after any change that could matter
      const [before, after] = [offsetAt(wall - 26 * HOUR_MS), offsetAt(wall + 26 * HOUR_MS)]
      const candidates = [wall - before, wall - after].toSorted((a, b) => a - b)
      const shown = candidates.find((time) => time + offsetAt(time) === wall)
      if (shown !== undefined) return shown
      return firstAfterGap(wall, candidates[0] ?? wall)
    },
  }

  /** The clock skips it: the first minute that is shown after it. */
  function firstAfterGap(wall: number, from: number): number {
    let [low, high] = [from - HOUR_MS, from + 3 * HOUR_MS] // shows earlier; shows later
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (middle + offsetAt(middle) < wall) low = middle
      else high = middle
    }
    return high
  }
}
