import { isObject, type JsonObject, parseText, Warnings } from '#server/processing/normalize/untrusted.ts'
import type { IntervalUnit, MonitorConfig } from '#server/processing/record.ts'

const UNITS: ReadonlySet<unknown> = new Set<IntervalUnit>(['minute', 'hour', 'day', 'week', 'month', 'year'])
const SCHEDULE_CHARS = 100
const TIMEZONE_CHARS = 64

/** Null when there is none, or none that says when the job runs: the check-in counts all the same. */
export function parseMonitorConfig(value: unknown): MonitorConfig | null {
  if (!isObject(value)) return null
  const schedule = parseSchedule(value.schedule)
  if (!schedule) return null
  return {
    schedule,
    checkInMarginMinutes: parseCount(value.checkin_margin),
    maxRuntimeMinutes: parseCount(value.max_runtime),
    timezone: parseText(value.timezone, TIMEZONE_CHARS, 'timezone', new Warnings()) ?? null,
    failureIssueThreshold: parseCount(value.failure_issue_threshold),
    recoveryThreshold: parseCount(value.recovery_threshold),
  }
}

function parseSchedule(value: unknown): MonitorConfig['schedule'] | undefined {
  if (!isObject(value)) return undefined
  return value.type === 'interval' ? parseInterval(value) : parseCrontabConfig(value)
}

function parseInterval({ value, unit }: JsonObject): MonitorConfig['schedule'] | undefined {
  const count = parseCount(value)
  return count && isUnit(unit) ? { type: 'interval', value: count, unit } : undefined
}

function parseCrontabConfig({ type, value }: JsonObject): MonitorConfig['schedule'] | undefined {
  if (type !== 'crontab' || typeof value !== 'string' || value.length > SCHEDULE_CHARS) return undefined
  return { type, value: value.toWellFormed().replaceAll('\0', '') }
}

function isUnit(unit: unknown): unit is IntervalUnit {
  return UNITS.has(unit)
}

function parseCount(value: unknown): number | null {
  const isCount = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
  return isCount ? value : null
}
