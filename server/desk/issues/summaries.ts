import type { IssueSummary } from '#server/models/issues.ts'
import type { EventLevel } from '#server/processing/event.ts'
import { formatShortId } from '#server/protocol/short-id.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import type { Store } from '#server/store/engine/store.ts'
import { toAssignee } from '#server/store/issues/assignees.ts'
import type { IssueRow } from '#server/store/issues/issues.ts'
import {
  countInScope,
  type EventScope,
  isNarrowed,
  listInScope,
} from '#server/store/issues/search/scope/scope-counts.ts'
import { countUsersInScope } from '#server/store/issues/search/scope/scope-users.ts'
import { readIssueTrends } from '#server/store/issues/search/scope/trends.ts'
import { readNewestReleases } from '#server/store/releases/newest-releases.ts'

const SPARKLINE_HOURS = 24

/**
 * Makes issues as lists show them, with the events of the last day by hour and what is new in the newest release. Within a
 * scope, the hours are those of its environment and release.
 */
export async function toIssueSummaries(
  store: Store,
  clock: () => number,
  rows: IssueRow[],
  scope?: EventScope,
): Promise<IssueSummary[]> {
  const now = clock()
  const fromHour = Math.floor(now / HOUR_MS) - SPARKLINE_HOURS + 1
  const [trends, newest, scopedCounts, scopedUsers] = await Promise.all([
    scope && isNarrowed(scope)
      ? listInScope(store.db, rows, {
          scope,
          span: { unit: 'hour', from: fromHour, before: fromHour + SPARKLINE_HOURS },
        })
      : readIssueTrends(store.db, rows, { fromHour, hours: SPARKLINE_HOURS }),
    readNewestReleases(store, clock, 'projects'),
    scope && countInScope(store.db, rows, scope),
    scope && countUsersInScope(store.db, rows, scope),
  ])
  return rows.map((row, index) => {
    const [scopedCount, scopedUserCount] = [scopedCounts?.[index], scopedUsers?.[index]]
    const summary = {
      ...toIssueSummary(row, trends[index] ?? [], now),
      ...(scopedCount !== undefined && { scopedCount }),
      ...(scopedUserCount !== undefined && { scopedUsers: scopedUserCount }),
    }
    const release = newest.get(row.projectId)
    const isNew = release !== undefined && release === row.firstRelease
    return isNew ? { ...summary, newInRelease: release } : summary
  })
}

function toIssueSummary(row: IssueRow, hourlyCounts: readonly number[], now: number): IssueSummary {
  // Its time has passed, which is not stored yet.
  const isLapsed = row.statusUntil !== null && row.statusUntil <= now
  return {
    id: row.id,
    shortId: formatShortId(row),
    projectSlug: row.projectSlug,
    type: row.type,
    value: row.value,
    culprit: row.culprit,
    level: row.level as EventLevel, // the writer stores normalized levels only
    status: isLapsed ? 'open' : row.status,
    substatus: row.substatus,
    assignee: toAssignee(row),
    isUnhandled: row.isUnhandled === 1,
    firstSeen: row.firstSeen,
    lastSeen: row.lastSeen,
    eventCount: row.eventCount,
    userCount: row.userCount,
    hourlyCounts,
  }
}
