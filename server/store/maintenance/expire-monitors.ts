import type { DatabaseSync } from 'node:sqlite'
import { DAY_MS } from '#server/protocol/time.ts'
import { createMonitorRemoval } from '#server/store/records/monitors/monitor-room.ts'

/** A monitor without a check-in for so long is deleted. */
const IDLE_DAYS = 90
/** Of those whose schedule is known, which may be once a year. */
const IDLE_DAYS_WITH_SCHEDULE = 400
const CHECK_INS_AT_ONCE = 200

/** Deletes monitors that have long not been heard of until the time is up; true while there is more. Needs a transaction. */
export function createMonitorExpiry(
  connection: DatabaseSync,
): (now: number, hasTime: () => boolean) => boolean {
  const findIdle = connection.prepare(`
    select id from monitor where (config is null and last_at < ?) or (config is not null and last_at < ?) limit 1`)
  const { removeCheckIns, removeMonitor } = createMonitorRemoval(connection)
  return (now, hasTime) => {
    while (hasTime()) {
      const idle = findIdle.get(now - IDLE_DAYS * DAY_MS, now - IDLE_DAYS_WITH_SCHEDULE * DAY_MS)
      if (!idle) return false
      const id = Number(idle.id)
      if (removeCheckIns(id, CHECK_INS_AT_ONCE) < CHECK_INS_AT_ONCE) removeMonitor(id)
    }
    return true
  }
}
