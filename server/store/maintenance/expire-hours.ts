import type { DatabaseSync } from 'node:sqlite'
import { DAY_MS, HOUR_MS } from '#server/protocol/time.ts'
import { startOfMonth } from '#server/protocol/windows.ts'
import { tablesWith } from '#server/store/schema/tables.ts'

/**
 * Deletes old rows of what is counted by hours and days, one of them at a time, until the time is up; true while there
 * is more. Needs a transaction. Outcomes stay for as long as the month that a quota counts.
 */
export function createHourExpiry(connection: DatabaseSync) {
  const expiryOf = (table: string, options: ExpiryOptions) => createTableExpiry(connection, table, options)
  const ofDays = tablesWith({ expires: 'by day' }).map((table) => expiryOf(table, DAYS_OF_PROJECTS))
  const ofMonths = tablesWith({ expires: 'after its month' }).map((table) => expiryOf(table, HOURS_OF_KEYS))
  const ofHours = tablesWith({ expires: 'by hour' }).map((table) => expiryOf(table, HOURS_OF_PROJECTS))
  return (cutoff: number, now: number, hasTime: () => boolean): boolean =>
    ofDays.some((expire) => expire(Math.floor(cutoff / DAY_MS), hasTime)) ||
    ofMonths.some((expire) => expire(hourOf(Math.min(cutoff, startOfMonth(now))), hasTime)) ||
    ofHours.some((expire) => expire(hourOf(cutoff), hasTime))
}

interface ExpiryOptions {
  owners: string
  isOwners: string
  unit: 'hour' | 'day'
}

const HOURS_OF_PROJECTS: ExpiryOptions = {
  owners: 'select id as a, id as b from project',
  isOwners: 'project_id = ? and project_id = ?',
  unit: 'hour',
}

const DAYS_OF_PROJECTS: ExpiryOptions = { ...HOURS_OF_PROJECTS, unit: 'day' }

const HOURS_OF_KEYS: ExpiryOptions = {
  owners: 'select project_id as a, id as b from project_key',
  isOwners: 'project_id = ? and key_id = ?',
  unit: 'hour',
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
  { owners, isOwners, unit }: ExpiryOptions,
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
