import type { NotificationChoices } from '#server/models/alerts/notices.ts'
import { DAY_MS, HOUR_MS } from '#server/protocol/time.ts'
import { weekdayOf } from './quiet.ts'
import { timeOfWall, wallTimeOf } from './wall-clock.ts'

/** When the next digest after a time is due; null where none is wanted. Those that a clock jumped over are not made up for. */
export function nextDigest(
  { digest, zone }: Pick<NotificationChoices, 'digest' | 'zone'>,
  after: number,
): number | null {
  if (digest === null) return null
  const today = Math.floor(wallTimeOf(after, zone) / DAY_MS) * DAY_MS
  for (let days = 0; days <= 8; days++) {
    const midnight = today + days * DAY_MS
    const at = timeOfWall(midnight + digest.hour * HOUR_MS, zone)
    if (at > after && (digest.every === 'day' || weekdayOf(midnight) === digest.day)) return at
  }
  return null // unreachable: each weekday is among eight days
}
