import type { DatabaseSync } from 'node:sqlite'
import { addDailyUsers, NO_USERS } from '#server/processing/sketches/daily-users.ts'
import { DAY_MS, HOUR_MS } from '#server/protocol/time.ts'
import { scopesOf } from './event-counts.ts'
import type { Occurrences, StoredEvent } from './occurrences.ts'

/**
 * Counts the users of an issue by day, environment and release. Returns the hashes of those that a day did not have
 * before: all others have been counted for the issue already.
 */
export function createDailyUsers(connection: DatabaseSync): (occurrences: Occurrences) => Set<number> {
  const key = 'project_id = ? and issue_id = ? and day = ? and environment = ? and release = ?'
  const find = connection.prepare(`select sketch from issue_scope_user where ${key}`)
  const store = connection.prepare(`
    insert into issue_scope_user (project_id, issue_id, day, environment, release, sketch) values (?, ?, ?, ?, ?, ?)
    on conflict (project_id, issue_id, day, environment, release) do update set sketch = excluded.sketch`)

  return ({ projectId, issueId, events }) => {
    const newcomers = new Set<number>()
    for (const { environment, release, events: ofScope } of scopesOf(events)) {
      for (const [day, users] of usersByDay(ofScope)) {
        const row = [projectId, issueId, day, environment, release] as const
        const known = find.get(...row)?.sketch as Uint8Array | undefined // a blob column
        const { sketch, unknown } = addDailyUsers(known ?? NO_USERS, users)
        for (const hash of unknown) newcomers.add(hash)
        if (sketch !== known && sketch !== NO_USERS) store.run(...row, sketch)
      }
    }
    return newcomers
  }
}

/** The users of each day by their hash, with their hours as bits. */
function usersByDay(events: readonly StoredEvent[]): Map<number, Map<number, number>> {
  const days = new Map<number, Map<number, number>>()
  for (const { event, receivedAt } of events) {
    const { userHash } = event
    if (userHash === null) continue
    const day = Math.floor(receivedAt / DAY_MS)
    const users = days.get(day) ?? new Map<number, number>()
    days.set(day, users)
    users.set(userHash, (users.get(userHash) ?? 0) | hourBitOf(receivedAt))
  }
  return days
}

/** Bit 0 is the first hour of a day. */
function hourBitOf(time: number): number {
  return 1 << Math.floor((time % DAY_MS) / HOUR_MS)
}
