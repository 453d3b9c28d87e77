import { clipText, formatClockTime, formatDate } from '#renderer/format/format.ts'
import { DAY_MS, HOUR_MS } from '#renderer/format/time-units.ts'
import { utc } from '#renderer/texts/frame/time.ts'
import { trend as say } from '#renderer/texts/issues/event.ts'
import type { TimeBuckets } from '#renderer/ui/chart/draw/time-buckets.ts'
import type { HistoryMark, IssueHistory } from '#server/models/issues.ts'

/** The period of the trend: one of the usual ranges up to now, or a chosen one. */
export type ShownTrendRange = '24h' | '14d' | 'chosen'

export function bucketsOfTrend({ start, barMs, counts }: IssueHistory): TimeBuckets {
  return { start, end: start + counts.length * barMs, stepMs: barMs, count: counts.length }
}

/** Formats the beginning of a bar, with its day if there are several. */
export function formatBarStart(time: number, { barMs, counts }: IssueHistory): string {
  if (counts.length * barMs <= DAY_MS) return formatClockTime(time).slice(0, 5)
  const date = formatDate(time).replace(/ \d{4}$/, '')
  return time % DAY_MS === 0 ? date : `${date}, ${formatClockTime(time).slice(0, 5)}`
}

export function markMoment({ time }: HistoryMark, { barMs, counts }: IssueHistory): string {
  const clock = formatClockTime(time).slice(0, 5) + utc
  return counts.length * barMs <= DAY_MS ? clock : `${clock}, ${formatDate(time)}`
}

/** Formats the largest count of a bar, such as `in 6 hours`. */
export function barText({ barMs }: IssueHistory): string {
  return say.inHours(barMs / HOUR_MS)
}

export function verbOf({ kind, environment }: HistoryMark): string {
  return kind === 'release' ? say.released : say.deployed(clipText(environment ?? '', 40))
}
