import { clipText, formatClock, formatDate, formatDay } from '#renderer/format/format.ts'
import { formatZonedClock, type Reader } from '#renderer/format/reader-time.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#renderer/format/time-units.ts'
import { wallTime } from '#renderer/format/wall-time.ts'
import { trend as say } from '#renderer/texts/issues/event.ts'
import type { TimeBuckets } from '#renderer/ui/chart/draw/time-buckets.ts'
import type { HistoryMark, IssueHistory } from '#server/models/issues.ts'

/** The period of the trend: one of the usual ranges up to now, or a chosen one. */
export type ShownTrendRange = '24h' | '14d' | 'chosen'

export function bucketsOfTrend({ start, barMs, counts }: IssueHistory): TimeBuckets {
  return { start, end: start + counts.length * barMs, stepMs: barMs, count: counts.length }
}

/** Formats the beginning of a bar, with its day if there are several. */
export function formatBarStart(time: number, { barMs, counts }: IssueHistory, { zone }: Reader): string {
  const wall = wallTime(time, zone)
  if (counts.length * barMs <= DAY_MS) return formatClock(wall)
  return wall % DAY_MS === 0 ? formatDay(wall) : `${formatDay(wall)}, ${formatClock(wall)}`
}

/** `14:36`, or `4 Mar 2026, 14:36` in a period of several days. */
export function momentOf(time: number, { barMs, counts }: IssueHistory, { zone }: Reader): string {
  const wall = wallTime(time, zone)
  const clock = formatZonedClock(wall, zone)
  return counts.length * barMs <= DAY_MS ? clock : `${formatDate(wall)}, ${clock}`
}

/** Formats the largest count of a bar, such as `in 6 hours`. */
export function barText({ barMs }: IssueHistory): string {
  return barMs < HOUR_MS ? say.inMinutes(barMs / MINUTE_MS) : say.inHours(barMs / HOUR_MS)
}

export function verbOf({ kind, environment }: HistoryMark): string {
  return kind === 'release' ? say.released : say.deployed(clipText(environment ?? '', 40))
}
