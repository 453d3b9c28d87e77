import { unknownTime } from '#renderer/texts/frame/time.ts'
import { BoundedCache } from './bounded-cache.ts'
import { anyReader, type Reader, spaced } from './reader-time.ts'

// Formats times for the rows of one list. Times of day tell rows apart where relative times would all be the
// same.

interface Formats {
  /** `2026-11-21`, to compare days. */
  day: Intl.DateTimeFormat
  clock: Intl.DateTimeFormat
  exactClock: Intl.DateTimeFormat
  /** A date within the current year. */
  dayAndClock: Intl.DateTimeFormat
  date: Intl.DateTimeFormat
  zoneName: Intl.DateTimeFormat
}

const MOST_READERS = 100
const LAST_TIME = 8.64e15
const formats = new BoundedCache<string, Formats>(MOST_READERS)

/**
 * Formats as `14:36:09` today, `20 Nov, 14:36` on another day and `20 Nov 2025` in another year, in the
 * reader's language and zone.
 */
export function formatRowTime(time: number, now: number, reader: Reader): string {
  if (!isTime(time)) return unknownTime
  const { day, clock, dayAndClock, date } = formatsOf(reader)
  const [own, today] = [day.format(time), day.format(isTime(now) ? now : time)]
  if (own === today) return spaced(clock.format(time))
  return spaced((own.slice(0, 4) === today.slice(0, 4) ? dayAndClock : date).format(time))
}

/** `14:36:09.120`, for times below a heading with their day. */
export function formatExactClock(time: number, reader: Reader): string {
  return isTime(time) ? spaced(formatsOf(reader).exactClock.format(time)) : unknownTime
}

/** `21 Nov 2026`. */
export function formatDay(time: number, reader: Reader): string {
  return isTime(time) ? spaced(formatsOf(reader).date.format(time)) : unknownTime
}

/** The zone's name at that time, such as `CET`. */
export function zoneNameAt(time: number, reader: Reader): string {
  const parts = isTime(time) ? formatsOf(reader).zoneName.formatToParts(time) : []
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

function formatsOf({ language, zone }: Reader): Formats {
  return formats.get(`${language} ${zone}`, () => openFormats(language, zone))
}

/** Falls back to UTC where this browser does not know the zone, because the server's list may be newer. */
function openFormats(language: string, timeZone: string): Formats {
  const open = (options: Intl.DateTimeFormatOptions, as = language) =>
    new Intl.DateTimeFormat(as, { timeZone, ...options })
  const time = { hour: '2-digit', minute: '2-digit' } as const
  const date = { day: 'numeric', month: 'short' } as const
  try {
    return {
      day: open({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA'),
      clock: open({ ...time, second: '2-digit' }),
      exactClock: open({ ...time, second: '2-digit', fractionalSecondDigits: 3 }),
      dayAndClock: open({ ...date, ...time }),
      date: open({ ...date, year: 'numeric' }),
      zoneName: open({ timeZoneName: 'short' }),
    }
  } catch {
    return openFormats(anyReader.language, anyReader.zone)
  }
}

function isTime(time: number): boolean {
  return Math.abs(time) <= LAST_TIME
}
