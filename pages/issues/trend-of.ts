import { formatClock, formatDay } from '#renderer/format/format.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#renderer/format/time-units.ts'
import { wallTime } from '#renderer/format/wall-time.ts'
import { formatPeriod } from '#renderer/layout/menus/period-text.ts'
import type { PagePeriod } from '#renderer/scope.ts'
import * as say from '#renderer/texts/issues/issues.ts'
import type { ListTrend } from '#renderer/views/issue/list/IssueTable.tsx'
import type { TrendBars } from '#server/models/issues.ts'
import { type IssueParams, pathOf } from './issue-params.ts'

/** The trends of a list: how the table names them, and what is counted for them. */
export interface ShownTrend {
  trend: ListTrend
  /** Absent for the last 24 hours, which every issue of a list comes with. */
  bars?: TrendBars
}

const DAY_HOURS = 24
const HOUR_MINUTES = 60
/** Bars of less than a day: the shortest of these that are not too many. */
const MINUTE_STEPS = [1, 2, 5, 10, 15, 30]
/** The latest bars that are compared with the others: three hours of a day, or a part of a longer time. */
const RECENT_HOURS = 3
const RECENT_PART = DAY_HOURS / RECENT_HOURS
/** Wider bars than an hour tell more of a longer time. */
const MOST_BARS = 31

/**
 * Of less than a day, the hours that the period has a part of, in bars of minutes: the numbers of the list are of the same
 * hours. Undefined for longer periods.
 */
export function minuteTrendOf({
  period,
  now,
  zone,
}: {
  period: PagePeriod | undefined
  now: number
  zone: string
}): Required<ShownTrend> | undefined {
  if (period === undefined) return undefined
  const start = Math.floor(period.start / HOUR_MS) * HOUR_MS
  const isUpToNow = period.end >= now
  const end = isUpToNow ? now + 1 : Math.ceil(period.end / HOUR_MS) * HOUR_MS
  const minutes = (end - start) / MINUTE_MS
  const each = MINUTE_STEPS.find((step) => Math.ceil(minutes / step) <= MOST_BARS)
  if (each === undefined || start >= end) return undefined
  const count = Math.ceil(minutes / each)
  const name = isUpToNow ? say.since(formatClock(wallTime(start, zone))) : formatPeriod({ start, end }, zone)
  const span = say.hoursLong(Math.ceil(minutes / HOUR_MINUTES))
  return {
    trend: { name, span, recent: Math.max(1, Math.round(count / RECENT_PART)) },
    bars: { unit: 'minute', from: start / MINUTE_MS, count, each },
  }
}

/**
 * Without a chosen period the list shows a day or two weeks, as the reader prefers. A chosen one is shown whole, in bars of
 * hours or of days (UTC); of less than a day, the 24 hours up to its end, where bars of minutes cannot be counted.
 */
export function trendOf(
  params: IssueParams,
  { period, now, zone }: { period: PagePeriod | undefined; now: number; zone: string },
): ShownTrend {
  if (period === undefined) return usualTrend(params, now)
  const shownEnd = Math.max(period.start + 1, Math.min(period.end, now))
  const hours = Math.ceil((shownEnd - period.start) / HOUR_MS)
  const unit = hours > 7 * DAY_HOURS ? 'day' : 'hour'
  const [size, unitMs] = unit === 'day' ? [Math.ceil(hours / DAY_HOURS), DAY_MS] : [hours, HOUR_MS]
  const each =
    unit === 'day' ? Math.ceil(size / MOST_BARS) : hours > 3 * DAY_HOURS ? 6 : Math.ceil(size / DAY_HOURS)
  const count = unit === 'hour' && hours < DAY_HOURS ? DAY_HOURS : Math.ceil(size / each)
  const end = Math.floor((shownEnd - 1) / unitMs) + 1
  const length = count * each
  const span =
    unit === 'day' || (length > 3 * DAY_HOURS && length % DAY_HOURS === 0)
      ? say.daysLong(unit === 'day' ? length : length / DAY_HOURS)
      : say.hoursLong(length)
  const wall = wallTime(shownEnd, zone)
  const trend = {
    name:
      period.statsPeriod === undefined
        ? say.upTo(span, `${formatDay(wall)}, ${formatClock(wall)}`)
        : say.last(span),
    span,
    recent: unit === 'day' ? 1 : Math.max(1, Math.round(RECENT_HOURS / each)),
  }
  const isLastDay = unit === 'hour' && each === 1 && count === DAY_HOURS && period.statsPeriod !== undefined
  return isLastDay ? { trend } : { trend, bars: { unit, from: end - length, count, each } }
}

function usualTrend(params: IssueParams, now: number): ShownTrend {
  const isDays = params.trend === '14d'
  const href = pathOf(params, { trend: isDays ? undefined : '14d' })
  if (!isDays) {
    const span = say.hoursLong(DAY_HOURS)
    return { trend: { name: say.last(span), span, recent: RECENT_HOURS, other: say.showDays, href } }
  }
  const count = 14
  const span = say.daysLong(count)
  return {
    trend: { name: say.last(span), span, recent: 1, other: say.showDay, href },
    bars: { unit: 'day', from: Math.floor(now / DAY_MS) + 1 - count, count, each: 1 },
  }
}
