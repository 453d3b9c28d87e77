import { DAY_MS } from '#server/protocol/time.ts'
import { queryOf } from '#server/store/rows/query.ts'
import { ask, run, type Steps } from '#server/store/rows/steps.ts'
import type { Slice } from './slice.ts'

/** A monitor without a check-in for so long is deleted. */
const IDLE_DAYS = 90
/** Of those whose schedule is known, which may be once a year. */
const IDLE_DAYS_WITH_SCHEDULE = 400
const CHECK_INS_AT_ONCE = 200

const FIND_IDLE = queryOf({ before: 'integer', before_with_schedule: 'integer' })<{ id: number }>(`
  select id from monitor
  where (config is null and last_at < :before) or (config is not null and last_at < :before_with_schedule)
  limit 1`)
const REMOVE_CHECK_INS = queryOf({ monitor_id: 'integer' })(`
  delete from check_in where id in (select id from check_in where monitor_id = :monitor_id limit ${CHECK_INS_AT_ONCE})`)
const REMOVE = queryOf({ id: 'integer' })('delete from monitor where id = :id')

/** Deletes monitors that have been silent for long, until the time is up. Returns true while there is more. */
export function* expireMonitors({ now, hasTime }: Slice): Steps<boolean> {
  const cutoffs = {
    before: now - IDLE_DAYS * DAY_MS,
    before_with_schedule: now - IDLE_DAYS_WITH_SCHEDULE * DAY_MS,
  }
  while (hasTime()) {
    const [idle = []] = yield* ask(FIND_IDLE, [cutoffs])
    const [monitor] = idle
    if (monitor === undefined) return false
    const [removed = 0] = yield* run(REMOVE_CHECK_INS, [{ monitor_id: monitor.id }])
    if (removed < CHECK_INS_AT_ONCE) yield* run(REMOVE, [monitor])
  }
  return true
}
