import type { DatabaseSync } from 'node:sqlite'
import { DAY_MS, HOUR_MS } from '#server/protocol/time.ts'
import { startOfMonth } from '#server/protocol/windows.ts'

/**
 * Deletes old rows of what is counted by hours and days, one of them at a time, until the time is up; true while there
 * is more. Needs a transaction. Outcomes stay for as long as the month that a quota counts.
 */
export function createHourExpiry(connection: DatabaseSync) {
  const expireOutcomes = createTableExpiry(connection, 'outcome', {
    owners: 'select project_id as a, id as b from project_key',
    isOwners: 'project_id = ? and key_id = ?',
  })
  const ofProjects = (
    [
      'release_session_hour',
      'release_session_user',
      'release_hour',
      'log_hour',
      'performance_hour',
      'performance_day',
    ] as const
  ).map((table) => createTableExpiry(connection, table, OF_PROJECTS))
  const expireDays = createTableExpiry(connection, 'project_user_day', { ...OF_PROJECTS, unit: 'day' })
  return (cutoff: number, now: number, hasTime: () => boolean): boolean =>
    expireDays(Math.floor(cutoff / DAY_MS), hasTime) ||
    expireOutcomes(hourOf(Math.min(cutoff, startOfMonth(now))), hasTime) ||
    ofProjects.some((expire) => expire(hourOf(cutoff), hasTime))
}

const OF_PROJECTS = {
  owners: 'select id as a, id as b from project',
  isOwners: 'project_id = ? and project_id = ?',
}

function hourOf(time: number): number {
  return Math.floor(time / HOUR_MS)
}

/**
 * Rows expire owner by owner, since the owner begins the table's key: nothing else would find the oldest without a
 * scan.
 */
function createTableExpiry(
  connection: DatabaseSync,
  table: string,
  { owners, isOwners, unit = 'hour' }: { owners: string; isOwners: string; unit?: 'hour' | 'day' },
) {
  const listOwners = connection.prepare(owners)
  const findFirst = connection.prepare(
    `select ${unit} as time from ${table} where ${isOwners} and ${unit} < ? order by ${unit} limit 1`,
  )
  const remove = connection.prepare(`delete from ${table} where ${isOwners} and ${unit} = ?`)
  return (before: number, hasTime: () => boolean): boolean => {
    for (const { a, b } of listOwners.all()) {
      const owner = [Number(a), Number(b)] as const // what `isOwners` asks for
      for (;;) {
        const first = findFirst.get(...owner, before)
        if (!first) break
        if (!hasTime()) return true
        remove.run(...owner, Number(first.time))
      }
    }
    return false
  }
}
