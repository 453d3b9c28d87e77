import { addDailyUsers, NO_USERS } from '#server/processing/sketches/daily-users.ts'
import { DAY_MS, HOUR_MS } from '#server/protocol/time.ts'
import { put, read, type Steps } from '#server/store/rows/steps.ts'
import type { RowOf } from '#server/store/rows/table.ts'
import { COUNTED } from '#server/store/schema/counted-tables.ts'
import type { Occurrences, StoredEvent } from './delta.ts'
import { scopesOf } from './event-counts.ts'

/**
 * Counts the users of issues by day, environment and release. Gives the hashes of those that a day did not have before, a set
 * for each issue: all others have been counted for the issue already.
 */
export function* countDailyUsers(occurrences: readonly Occurrences[]): Steps<Set<number>[]> {
  const days: DayOfScope[] = []
  const newcomers = occurrences.map((occurrence) => {
    const ofIssue = new Set<number>()
    addDays(days, occurrence, ofIssue)
    return ofIssue
  })
  const known = yield* read(COUNTED.issue_scope_user, days)
  const rows: RowOf<typeof COUNTED.issue_scope_user>[] = []
  for (const [
    place,
    { users, newcomers: ofIssue, project_id, issue_id, day, environment, release },
  ] of days.entries()) {
    const before = known[place]?.sketch
    const { sketch, unknown } = addDailyUsers(before ?? NO_USERS, users)
    for (const hash of unknown) ofIssue.add(hash)
    if (sketch === before || sketch === NO_USERS) continue
    rows.push({ project_id, issue_id, day, environment, release, sketch })
  }
  yield* put(COUNTED.issue_scope_user, rows)
  return newcomers
}

interface DayOfScope {
  project_id: number
  issue_id: number
  day: number
  environment: string
  release: string
  /** The users' hashes, with their hours as bits. */
  users: Map<number, number>
  /** Those of the issue so far. */
  newcomers: Set<number>
}

function addDays(days: DayOfScope[], occurrence: Occurrences, newcomers: Set<number>): void {
  const { projectId, issueId, events } = occurrence
  for (const { environment, release, events: ofScope } of scopesOf(events)) {
    for (const [day, users] of usersByDay(ofScope)) {
      days.push({ project_id: projectId, issue_id: issueId, day, environment, release, users, newcomers })
    }
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
