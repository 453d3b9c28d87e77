import { DAY_MS } from '#server/protocol/time.ts'
import { queryOf } from '#server/store/rows/query.ts'
import { run, type Steps } from '#server/store/rows/steps.ts'
import type { Slice } from './slice.ts'

/** Source maps come with a deploy, or soon after it. */
const KEPT_DAYS = 90
const ROWS_AT_ONCE = 500

const EXPIRE = queryOf({ before: 'integer' })(`
  delete from waiting_stack where (project_id, build, grouping_id) in (
    select project_id, build, grouping_id from waiting_stack where created_at < :before limit ${ROWS_AT_ONCE})`)

/** Deletes notes of stacks that have waited for source maps for long, or were mapped long ago. Returns true while there is more. */
export function* expireWaitingStacks({ now, hasTime }: Pick<Slice, 'now' | 'hasTime'>): Steps<boolean> {
  while (hasTime()) {
    const [expired = 0] = yield* run(EXPIRE, [{ before: now - KEPT_DAYS * DAY_MS }])
    if (expired < ROWS_AT_ONCE) return false
  }
  return true
}
