import { formatClock, formatDay } from '#renderer/format/format.ts'
import { formatZonedClock } from '#renderer/format/reader-time.ts'
import { wallTime } from '#renderer/format/wall-time.ts'
import type { PagePeriod } from '#renderer/scope.ts'
import { inWords } from '#renderer/texts/frame/frame.ts'
import { since, from as startingAt, to as until } from '#renderer/texts/frame/time.ts'

/** `21 Nov, 10:00 to 12:30`, `3 Nov, 10:00 to 4 Nov, 08:00`. */
export function formatPeriod({ start, end }: Pick<PagePeriod, 'start' | 'end'>, zone: string): string {
  const [from, to] = [wallTime(start, zone), wallTime(end, zone)]
  const isOneDay = formatDay(from) === formatDay(to)
  return `${formatDay(from)}, ${formatClock(from)}${until}${isOneDay ? '' : `${formatDay(to)}, `}${formatZonedClock(to, zone)}`
}

/** `the last 24 hours`, or two times, for the middle of a sentence. */
export function describePeriod({ statsPeriod, ...ends }: PagePeriod, zone: string): string {
  return statsPeriod === undefined ? formatPeriod(ends, zone) : inWords(statsPeriod)
}

/**
 * `since 22 Nov, 22:00`, or two times where the end is over. Numbers that are stored by hour cover whole hours: a little
 * more than the chosen time, and this says how much.
 */
export function formatCovered(ends: Pick<PagePeriod, 'start' | 'end'>, now: number, zone: string): string {
  if (ends.end <= now) return startingAt + formatPeriod(ends, zone)
  const wall = wallTime(ends.start, zone)
  return `${since}${formatDay(wall)}, ${formatZonedClock(wall, zone)}`
}

/** The value of a field for a date and a time: `2026-11-21T10:00`. */
export function formatWallTime(time: number, zone: string): string {
  return new Date(wallTime(time, zone)).toISOString().slice(0, 16)
}
