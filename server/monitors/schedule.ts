import { LRUCache } from 'lru-cache'
import type { IntervalUnit, MonitorConfig } from '#server/processing/record.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/protocol/time.ts'
import { parseCrontab } from './crontab.ts'

/** When a job runs. Times are milliseconds since the epoch. */
export interface Schedule {
  /** The first time after; undefined where there is none within five years. */
  next(after: number): number | undefined
}

/** A leap day that must be a Sunday comes every 28 years: nobody waits for that. */
const FARTHEST_MS = 5 * 366 * DAY_MS
/** Whoever sends check-ins writes lines and names zones. */
const crontabs = new LRUCache<string, Schedule | { message: string }>({ max: 500 })
const UNIT_MS: Partial<Record<IntervalUnit, number>> = {
  minute: MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
}

/** Of a monitor's config; else what is wrong with it. */
export function scheduleOf({
  schedule,
  timezone,
}: Pick<MonitorConfig, 'schedule' | 'timezone'>): Schedule | { message: string } {
  if (schedule.type === 'interval') {
    const { value, unit } = schedule
    return { next: (after) => after + intervalMs(after, value, unit) }
  }
  const name = `${timezone} ${schedule.value}`
  const known = crontabs.get(name) ?? parseCrontabSchedule(schedule.value, timezone ?? 'UTC')
  crontabs.set(name, known)
  return known
}

function parseCrontabSchedule(line: string, timezone: string): Schedule | { message: string } {
  const crontab = parseCrontab(line, timezone)
  if ('message' in crontab) return crontab
  if (!isZone(timezone)) return { message: `the time zone "${timezone}" is unknown` }
  return {
    next(after) {
      const next = crontab.next(after)
      return next !== undefined && next - after <= FARTHEST_MS ? next : undefined
    },
  }
}

function isZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false // A RangeError: there is no such zone.
  }
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

/** `every 2 hours`, or the line of the crontab. */
export function describeSchedule({
  schedule,
  timezone,
}: Pick<MonitorConfig, 'schedule' | 'timezone'>): string {
  if (schedule.type === 'crontab') return `${schedule.value} ${timezone ?? 'UTC'}`
  return schedule.value === 1 ? `every ${schedule.unit}` : `every ${schedule.value} ${schedule.unit}s`
}
