import type { IntervalUnit, MonitorConfig } from '#server/processing/record.ts'
import { type Crontab, parseCrontab } from './crontab.ts'
import { type WallClock, wallClockOf } from './wall-clock.ts'

/** When a job runs. Times are milliseconds since the epoch. */
export interface Schedule {
  /** The first time after; undefined where there is none within five years. */
  next(after: number): number | undefined
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** A leap day that must be a Sunday comes every 28 years: nobody waits for that. */
const FARTHEST_MS = 5 * 366 * DAY_MS
const UNIT_MS: Partial<Record<IntervalUnit, number>> = {
  minute: MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
}

/** Of a monitor's config; else what is the matter with it. */
export function scheduleOf({
  schedule,
  timezone,
}: Pick<MonitorConfig, 'schedule' | 'timezone'>): Schedule | { matter: string } {
  if (schedule.type === 'interval') {
    const { value, unit } = schedule
    return { next: (after) => after + intervalMs(after, value, unit) }
  }
  const crontab = parseCrontab(schedule.value)
  if ('matter' in crontab) return crontab
  const clock = wallClockOf(timezone ?? 'UTC')
  if (clock === undefined) return { matter: `the time zone "${timezone}" is unknown` }
  return { next: (after) => nextOf(crontab, clock, after) }
}

/** Months and years are as long as they are. */
function intervalMs(after: number, value: number, unit: IntervalUnit): number {
  const fixed = UNIT_MS[unit]
  if (fixed !== undefined) return value * fixed
  const date = new Date(after)
  const months = unit === 'year' ? value * 12 : value
  const target = new Date(after)
  target.setUTCMonth(date.getUTCMonth() + months)
  // the 31st of a shorter month is its last day
  if (target.getUTCDate() !== date.getUTCDate()) target.setUTCDate(0)
  return target.getTime() - after
}

function nextOf(crontab: Crontab, clock: WallClock, after: number): number | undefined {
  let wall = floorTo(clock.toWall(after), MINUTE_MS) + MINUTE_MS
  const last = wall + FARTHEST_MS
  while (wall <= last) {
    const skipped = skip(crontab, wall)
    if (skipped !== undefined) {
      wall = skipped
      continue
    }
    const time = clock.toTime(wall)
    // an hour that comes twice has its minutes once
    if (time > after) return time
    wall += MINUTE_MS
  }
  return undefined
}

/** Where to look next if this minute is none; undefined when it is one. */
function skip(crontab: Crontab, wall: number): number | undefined {
  const date = new Date(wall)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  if (!crontab.months.has(month + 1)) return Date.UTC(year, month + 1, 1)
  if (!isDay(crontab, date)) return floorTo(wall, DAY_MS) + DAY_MS
  if (!crontab.hours.has(date.getUTCHours())) return floorTo(wall, HOUR_MS) + HOUR_MS
  return crontab.minutes.has(date.getUTCMinutes()) ? undefined : wall + MINUTE_MS
}

function isDay({ daysOfMonth, daysOfWeek, needsBothDays }: Crontab, date: Date): boolean {
  const [ofMonth, ofWeek] = [daysOfMonth.has(date.getUTCDate()), daysOfWeek.has(date.getUTCDay())]
  return needsBothDays ? ofMonth && ofWeek : ofMonth || ofWeek
}

function floorTo(time: number, step: number): number {
  return Math.floor(time / step) * step
}

/** `every 2 hours`, or the line of the crontab. */
export function describeSchedule({
  schedule,
  timezone,
}: Pick<MonitorConfig, 'schedule' | 'timezone'>): string {
  if (schedule.type === 'crontab') return `${schedule.value} ${timezone ?? 'UTC'}`
  return schedule.value === 1 ? `every ${schedule.unit}` : `every ${schedule.value} ${schedule.unit}s`
}
