import { day, hour, millisecond, minute, second, unknown } from '#renderer/texts/frame/time.ts'
import { formatNumber } from './format.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './time-units.ts'

// This is not part of format.ts, because pages with lists load that file and need no durations.

/** Formats as `0.4 ms`, `184 ms`, `1.2 s`, `2 min 5 s` or `3 h 20 min`. */
export function formatDuration(durationMs: number): string {
  if (!Number.isFinite(durationMs)) return unknown
  if (durationMs < 0) return `−${formatDuration(-durationMs)}`
  if (durationMs < 10) return `${Number(durationMs.toFixed(1))} ${millisecond}`
  if (durationMs < 999.5) return `${Math.round(durationMs)} ${millisecond}`
  if (durationMs < 59_950) return `${(durationMs / SECOND_MS).toFixed(1)} ${second}`
  if (durationMs < HOUR_MS - SECOND_MS / 2)
    return twoUnits(Math.round(durationMs / SECOND_MS), minute, second)
  if (durationMs < DAY_MS - MINUTE_MS / 2) return twoUnits(Math.round(durationMs / MINUTE_MS), hour, minute)
  return `${formatNumber(Math.round(durationMs / DAY_MS))} ${day}`
}

/** Formats a time relative to another one, such as `−12.4 s`. No difference is `0`. */
export function formatOffset(offsetMs: number): string {
  if (!Number.isFinite(offsetMs)) return unknown
  const size = Math.abs(offsetMs)
  if (size < 0.5) return '0'
  // From 50 ms on the unit is seconds, so that a column of offsets is easy to compare.
  const text = size >= 50 && size < 1000 ? `${(size / SECOND_MS).toFixed(1)} ${second}` : formatDuration(size)
  return offsetMs > 0 ? `+${text}` : `−${text}`
}

function twoUnits(total: number, unit: string, smaller: string): string {
  const rest = total % 60
  return rest === 0 ? `${total / 60} ${unit}` : `${Math.floor(total / 60)} ${unit} ${rest} ${smaller}`
}
