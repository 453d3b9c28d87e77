import { BoundedCache } from './bounded-cache.ts'
import { formatExactTime } from './format.ts'
import { MINUTE_MS } from './time-units.ts'

/** The language and the time zone in which times are written. */
export interface Reader {
  /** A BCP 47 tag without extensions. */
  language: string
  /** An IANA time zone. */
  zone: string
}

/** The default until a reader's own settings are known. */
export const anyReader: Reader = { language: 'en-GB', zone: 'UTC' }

/** Time zone offsets and the beginnings of days are multiples of this. */
const QUARTER_MS = 900_000
const MOST_QUARTERS = 4_000
const MOST_READERS = 100

/** The text of a quarter of an hour, before and after its minutes and seconds. */
type Quarter = readonly [before: string, minute: number, between: string, after: string]

type FormatTime = (time: number) => string

const formats = new BoundedCache<string, FormatTime>(MOST_READERS)

/**
 * Formats as `21. Nov. 2026, 08:10:36 MEZ`. Intl writes each quarter of an hour once, because a list has a
 * hundred times, and Intl would take a tenth of the whole page's time for them.
 */
export function formatReaderTime(time: number, { language, zone }: Reader): string {
  if (language === anyReader.language && zone === anyReader.zone) return formatExactTime(time)
  return formats.get(`${language} ${zone}`, () => createFormat(language, zone))(time)
}

function createFormat(language: string, zone: string): FormatTime {
  const format = openFormat(language, zone)
  if (format === undefined) return formatExactTime
  const isLatin = format.resolvedOptions().numberingSystem === 'latn'
  const quarters = new BoundedCache<number, Quarter>(MOST_QUARTERS)
  return (time) => {
    if (!(Math.abs(time) < 8.64e15)) return formatExactTime(time)
    // A browser renders a page only now and then.
    if (!import.meta.env.SSR || !isLatin) return spaced(format.format(time))
    const number = Math.floor(time / QUARTER_MS)
    const [before, minute, between, after] = quarters.get(number, () =>
      readQuarter(format.formatToParts(number * QUARTER_MS)),
    )
    const since = time - number * QUARTER_MS
    const seconds = Math.floor((since % MINUTE_MS) / 1000)
    return before + twoDigits(minute + Math.floor(since / MINUTE_MS)) + between + twoDigits(seconds) + after
  }
}

/** Returns undefined where this browser does not know the zone, because the server's list may be newer. */
function openFormat(language: string, timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat(language, {
      timeZone,
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZoneName: 'short',
    })
  } catch {
    return undefined
  }
}

function readQuarter(parts: Intl.DateTimeFormatPart[]): Quarter {
  const text = (from: number, to?: number) =>
    spaced(
      parts
        .slice(from, to)
        .map(({ value }) => value)
        .join(''),
    )
  const minute = parts.findIndex(({ type }) => type === 'minute')
  const second = parts.findIndex(({ type }) => type === 'second')
  return [text(0, minute), Number(parts[minute]?.value), text(minute + 1, second), text(second + 1)]
}

/** Replaces narrow spaces, which would make an otherwise Latin-1 document use two bytes a character. */
export function spaced(text: string): string {
  return text.replace(/[\u2009\u202f]/g, ' ')
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value)
}
