import type { DatabaseSync } from 'node:sqlite'
import { startOfMonth } from '../ingest/windows.ts'

const HOUR_MS = 3_600_000

/**
 * Deletes old rows of the hourly tables, an hour at a time, until the time is up; true while there is more. Needs a
 * transaction. Outcomes stay for as long as the month that a quota counts.
 */
export function createHourExpiry(connection: DatabaseSync) {
  const expireOutcomes = createTableExpiry(connection, 'outcome', {
    owners: 'select project_id as a, id as b from project_key',
    isOwners: 'project_id = ? and key_id = ?',
  })
  const ofProjects = (
    ['release_session_hour', 'release_session_user', 'release_hour', 'log_hour'] as const
  ).map((table) =>
    createTableExpiry(connection, table, {
      owners: 'select id as a, id as b from project',
      isOwners: 'project_id = ? and ? is not null',
    }),
  )
  return (cutoff: number, now: number, hasTime: () => boolean): boolean =>
    expireOutcomes(hourOf(Math.min(cutoff, startOfMonth(now))), hasTime) ||
    ofProjects.some((expire) => expire(hourOf(cutoff), hasTime))
}

function hourOf(time: number): number {
  return Math.floor(time / HOUR_MS)
}

/** By owner, since the owner begins the table's key: nothing else would find the oldest hour without a scan. */
function createTableExpiry(
  connection: DatabaseSync,
  table: string,
  { owners, isOwners }: { owners: string; isOwners: string },
) {
  const listOwners = connection.prepare(owners)
  const findFirst = connection.prepare(
    `select hour from ${table} where ${isOwners} and hour < ? order by hour limit 1`,
  )
  const remove = connection.prepare(`delete from ${table} where ${isOwners} and hour = ?`)
  return (before: number, hasTime: () => boolean): boolean => {
    for (const { a, b } of listOwners.all()) {
      const owner = [Number(a), Number(b)] as const // what `isOwners` asks for
      for (;;) {
        const first = findFirst.get(...owner, before)
        if (!first) break
        if (!hasTime()) return true
        remove.run(...owner, Number(first.hour))
      }
    }
    return false
  }
}
