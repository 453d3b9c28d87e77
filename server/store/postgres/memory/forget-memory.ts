import { type RawBuilder, sql } from 'kysely'
import { HOUR_MS, SECOND_MS } from '#server/protocol/time.ts'
import type { Job } from '#server/store/postgres/jobs/job.ts'
import { readServerTime, type TimeInSql } from '#server/store/postgres/server-time.ts'

const ROWS_PER_SLICE = 1_000

/** No cell fills for so long, unless the clock was wrong: a full one is dry after a quarter of an hour. */
const LONGEST_DRYING_MS = HOUR_MS

/** The clocks of processes may differ by so much: a window that has ended for one may be another's. */
const WRONG_BY_MS = HOUR_MS

/** The job that deletes what processes remembered together and nobody needs any more. */
export function createForgettingJob(readTime: TimeInSql = readServerTime): Job {
  return {
    ...{ name: 'forget memory', everyMs: 10 * SECOND_MS, pauseMs: 80 },
    async run({ trx }) {
      let hasMore = false
      for (const listed of listForgotten(readTime())) {
        const { numAffectedRows = 0n } = await listed.execute(trx)
        hasMore ||= numAffectedRows >= BigInt(ROWS_PER_SLICE)
      }
      return hasMore
    },
  }
}

/** Deletions that leave out what somebody works with. */
function listForgotten(now: ReturnType<TimeInSql>): RawBuilder<unknown>[] {
  const some = sql.raw(`limit ${ROWS_PER_SLICE} for update skip locked`)
  return [
    sql`delete from form_memory where id in (
      select id from form_memory where ends_at <= ${now} order by ends_at ${some})`,
    sql`delete from sign_in_cell where cell in (
      select cell from sign_in_cell where dry_at <= ${now} or dry_at > ${now} + ${LONGEST_DRYING_MS} ${some})`,
    sql`delete from limit_count where (name, start) in (
      select name, start from limit_count where ends_at <= ${now} - ${WRONG_BY_MS} ${some})`,
    sql`delete from lease where name in (select name from lease where ends_at <= ${now} ${some})`,
  ]
}
