import type { DatabaseSync } from 'node:sqlite'
import { DAY_MS } from '#server/protocol/time.ts'

/** Source maps come with a deploy, or soon after it. */
const KEPT_DAYS = 90
const ROWS_AT_ONCE = 500

/** Forgets what has long waited for source maps, or was mapped long ago. True while there is more; needs a transaction. */
export function createWaitingExpiry(
  connection: DatabaseSync,
): (now: number, hasTime: () => boolean) => boolean {
  const expire = connection.prepare(`
    delete from waiting_stack where (project_id, build, grouping_id) in (
      select project_id, build, grouping_id from waiting_stack where created_at < ? limit ${ROWS_AT_ONCE})`)
  return (now, hasTime) => {
    while (hasTime()) {
      if (Number(expire.run(now - KEPT_DAYS * DAY_MS).changes) < ROWS_AT_ONCE) return false
    }
    return true
  }
}
