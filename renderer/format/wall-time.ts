// What a clock on a wall in some zone shows, as if it were UTC: milliseconds since the epoch.

/** As UTC where there is no such zone. */
export function wallTime(time: number, zone: string): number {
  return time + offsetAt(time, zone)
}

/** The moment at which the clock shows this; the earlier of two where it is set back. */
export function fromWallTime(wall: number, zone: string): number {
  const first = wall - offsetAt(wall, zone)
  // the offset of then, which may be another than that of the first guess
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
    return undefined // a RangeError: there is no such zone, or no such time
  }
}
