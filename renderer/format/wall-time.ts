// Wall time is what a clock in a time zone shows, as milliseconds since the epoch as if the zone were UTC.

/** An unknown zone counts as UTC. */
export function wallTime(time: number, zone: string): number {
  return time + offsetAt(time, zone)
}

/** Returns the time at which the clock shows this. When the clock is set back, it is the earlier of two. */
export function fromWallTime(wall: number, zone: string): number {
  const first = wall - offsetAt(wall, zone)
  // The offset at that time may differ from the offset of the first guess.
  return wall - offsetAt(first, zone)
}

function offsetAt(time: number, zone: string): number {
  const parts = partsAt(time, zone)
  if (parts === undefined) return 0
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const shown = Date.UTC(
    read('year'),
    read('month') - 1,
    read('day'),
    read('hour'),
    read('minute'),
    read('second'),
  )
  return shown - Math.floor(time / 1000) * 1000
}

function partsAt(time: number, timeZone: string): Intl.DateTimeFormatPart[] | undefined {
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
    }).formatToParts(time)
  } catch {
    return undefined // Intl throws a RangeError for an unknown zone or an invalid time.
  }
}
