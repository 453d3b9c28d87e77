import { mapEvent } from '#server/desk/sourcemaps/map-event.ts'
import type { NormalizedEvent } from '#server/processing/event.ts'
import { getPayload } from '#server/store/engine/payload-blocks.ts'
import type { Store } from '#server/store/engine/store.ts'
import { findNewestEventRow } from '#server/store/events/events.ts'
import { type IssueRow, selectIssues } from '#server/store/issues/issues.ts'

/** The issues that were seen last; reading the newest event of each is most of the work of a preview. */
const MOST_ISSUES = 50

/** Lists the issues of a project that rules are tried on. */
export function listLastIssues(db: Store['db'], projectId: number): Promise<IssueRow[]> {
  return selectIssues(db)
    .where('issue.project_id', '=', projectId)
    .orderBy('issue.last_seen', 'desc')
    .orderBy('issue.id', 'desc')
    .limit(MOST_ISSUES)
    .execute()
}

/** Reads the newest event with its sources, and without what an earlier grouping rule asked for. */
export async function readNewestEvent(
  db: Store['db'],
  issue: IssueRow,
): Promise<NormalizedEvent | undefined> {
  const row = await findNewestEventRow(db, issue.id)
  if (row === undefined) return undefined
  const { grouping_rule: _earlier, ...payload } = await getPayload(db, row)
  return (await mapEvent(db, issue.projectId, payload)).payload
}
