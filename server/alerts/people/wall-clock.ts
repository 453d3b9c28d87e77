import { LRUCache } from 'lru-cache'
import { DAY_MS } from '#server/protocol/time.ts'

// Wall time is what a clock in a time zone shows, as milliseconds since the epoch as if the zone were UTC.

const formats = new LRUCache<string, { format: Intl.DateTimeFormat | undefined }>({ max: 100 })

/** Returns the time that a clock in the zone shows. An unknown zone counts as UTC. */
export function wallTimeOf(time: number, zone: string): number {
  return time + offsetAt(time, zone)
}

/**
 * Finds the time at which a clock in the zone shows this: the later one where it is set back and shows it twice. Where it is set
 * forward and never shows it, as much time has passed as if it had not been.
 */
export function timeOfWall(wall: number, zone: string): number {
  const offsets = [offsetAt(wall - DAY_MS, zone), offsetAt(wall + DAY_MS, zone)] as const
  const times = offsets.map((offset) => wall - offset)
  const shown = times.filter((time) => wallTimeOf(time, zone) === wall)
  return shown.length > 0 ? Math.max(...shown) : wall - offsets[0]
}

export function isZone(name: string): boolean {
  return name !== '' && name.length <= 60 && formatOf(name) !== undefined
}

function offsetAt(time: number, zone: string): number {
  const format = formatOf(zone)
  if (format === undefined) return 0
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
  const read = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  const [year, month, day] = [read('year'), read('month') - 1, read('day')]
  const shown = Date.UTC(year, month, day, read('hour'), read('minute'), read('second'))
  return shown - Math.floor(time / 1_000) * 1_000
}

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  const known = formats.get(timeZone) ?? { format: openFormat(timeZone) }
  formats.set(timeZone, known)
  return known.format
}

function openFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    })
  } catch {
    return undefined // A RangeError means that there is no such zone.
  }
}
