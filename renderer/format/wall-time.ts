import { BoundedCache } from './bounded-cache.ts'

// Wall time is what a clock in a time zone shows, as milliseconds since the epoch as if the zone were UTC.

/** Time zone offsets change at multiples of this. */
const QUARTER_MS = 900_000
const MOST_QUARTERS = 4_000
const MOST_ZONES = 100

type OffsetAt = (time: number) => number

/** Milliseconds ahead of UTC. Intl takes 5 µs per time and a page shows a hundred, so offsets are kept. */
const zones = new BoundedCache<string, OffsetAt>(MOST_ZONES)

/** An unknown zone counts as UTC. */
export function wallTime(time: number, zone: string): number {
  return zone === 'UTC' ? time : time + offsetAt(time, zone)
}

/** Returns the time at which the clock shows this. When the clock is set back, it is the earlier of two. */
export function fromWallTime(wall: number, zone: string): number {
  const first = wall - offsetAt(wall, zone)
  // The offset at that time may differ from the offset of the first guess.
  return wall - offsetAt(first, zone)
}

function offsetAt(time: number, zone: string): number {
  return zones.get(zone, () => createOffsets(zone))(time)
}

function createOffsets(timeZone: string): OffsetAt {
  const format = openFormat(timeZone)
  if (format === undefined) return () => 0
  const offsets = new BoundedCache<number, number>(MOST_QUARTERS)
  return (time) => {
    const quarter = Math.floor(time / QUARTER_MS)
    if (!(Math.abs(time) < LAST_TIME)) return 0
    return offsets.get(quarter, () => readOffset(format, quarter * QUARTER_MS))
  }
}

/** A day before the last time of a Date, so that the zone's clock shows a time as well. */
const LAST_TIME = 8.64e15 - 86_400_000

function readOffset(format: Intl.DateTimeFormat, time: number): number {
  const parts = format.formatToParts(time)
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const shown = Date.UTC(
    read('year'),
    read('month') - 1,
    read('day'),
    read('hour'),
    read('minute'),
    read('second'),
  )
  return shown - time
}

/** Undefined for an unknown zone: a browser may know fewer than the server. */
function openFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    return undefined
  }
}
