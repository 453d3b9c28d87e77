import { addDailyUsers, NO_USERS } from '#server/processing/sketches/daily-users.ts'
import { DAY_MS, HOUR_MS } from '#server/protocol/time.ts'
import { put, read, type Steps } from '#server/store/rows/steps.ts'
import { COUNTED } from '#server/store/schema/counted-tables.ts'
import { scopesOf } from './event-counts.ts'
import type { Occurrences, StoredEvent } from './occurrences.ts'

/**
 * Counts the users of issues by day, environment and release. Gives the hashes of those that a day did not have before, a set
 * for each issue: all others have been counted for the issue already.
 */
export function* countDailyUsers(occurrences: readonly Occurrences[]): Steps<Set<number>[]> {
  const newcomers = occurrences.map(() => new Set<number>())
  const days = occurrences.flatMap((occurrence, place) =>
    daysOf(occurrence).map((day) => ({ ...day, newcomers: newcomers[place] })),
  )
  const known = yield* read(
    COUNTED.issue_scope_user,
    days.map(({ key }) => key),
  )
  const rows = days.flatMap(({ key, users, newcomers: ofIssue }, place) => {
    const before = known[place]?.sketch
    const { sketch, unknown } = addDailyUsers(before ?? NO_USERS, users)
    for (const hash of unknown) ofIssue?.add(hash)
    return sketch === before || sketch === NO_USERS ? [] : [{ ...key, sketch }]
  })
  yield* put(COUNTED.issue_scope_user, rows)
  return newcomers
}

function daysOf({ projectId, issueId, events }: Occurrences) {
  return scopesOf(events).flatMap(({ environment, release, events: ofScope }) =>
    Array.from(usersByDay(ofScope), ([day, users]) => ({
      key: { project_id: projectId, issue_id: issueId, day, environment, release },
      users,
    })),
  )
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
