import type { NotificationChoices } from '#server/models/alerts/notices.ts'
import { DAY_MS, MINUTE_MS } from '#server/protocol/time.ts'
import { timeOfWall, wallTimeOf } from './wall-clock.ts'

/** When the quiet hours end in which a time is; undefined where it is in none. */
export function quietUntil(
  { quiet, zone }: Pick<NotificationChoices, 'quiet' | 'zone'>,
  now: number,
): number | undefined {
  if (quiet === null) return undefined
  const { from, to, days } = quiet
  const today = Math.floor(wallTimeOf(now, zone) / DAY_MS) * DAY_MS
  for (const midnight of [today - DAY_MS, today]) {
    if (!days.includes(weekdayOf(midnight))) continue
    const begins = timeOfWall(midnight + from * MINUTE_MS, zone)
    const ends = timeOfWall(midnight + to * MINUTE_MS + (to > from ? 0 : DAY_MS), zone)
    if (begins <= now && now < ends) return ends
  }
  return undefined
}

/** 1 is Monday, 7 is Sunday. */
export function weekdayOf(midnight: number): number {
  return new Date(midnight).getUTCDay() || 7
}
