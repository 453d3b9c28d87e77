import { DAY_MS, HOUR_MS } from '#renderer/format/time-units.ts'
import { fromWallTime, wallTime } from '#renderer/format/wall-time.ts'

const MORNING_MS = 9 * HOUR_MS

/** When a pause of a rule ends; undefined for an unknown choice. Tomorrow is the reader's. */
export function muteUntil(choice: string, { now, zone }: { now: number; zone: string }): number | undefined {
  switch (choice) {
    case 'hour':
      return now + HOUR_MS
    case 'work-day':
      return now + 8 * HOUR_MS
    case 'tomorrow': {
      const today = Math.floor(wallTime(now, zone) / DAY_MS) * DAY_MS
      return fromWallTime(today + DAY_MS + MORNING_MS, zone)
    }
    case 'week':
      return now + 7 * DAY_MS
    default:
      return undefined
  }
}
