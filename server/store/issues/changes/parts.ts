import type { Transaction } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'
import {
  type IssueMove,
  mergeDays,
  mergeHours,
  mergePeople,
  mergeTagKeys,
  mergeTags,
  mergeText,
} from './counts.ts'

/**
 * What is counted or kept of an issue beside its row, its events and their digests: each table with `project_id` and
 * `issue_id`. A table that is added here goes with its issue when that is deleted, and is moved when it is merged.
 */
interface IssuePart {
  table: PartTable
  /** Brings what `from` has to `to`; whatever it leaves behind is deleted. */
  merge?: (trx: Transaction<Database>, move: IssueMove) => Promise<unknown>
}

type PartTable =
  | 'issue_hour'
  | 'issue_day'
  | 'issue_tag'
  | 'issue_tag_key'
  | 'issue_user'
  | 'issue_text'
  | 'issue_bookmark'
  | 'issue_activity'
  | 'issue_ignored_user'

const ISSUE_PARTS: readonly IssuePart[] = [
  { table: 'issue_hour', merge: mergeHours },
  { table: 'issue_day', merge: mergeDays },
  { table: 'issue_tag', merge: mergeTags },
  { table: 'issue_tag_key', merge: mergeTagKeys },
  { table: 'issue_user', merge: mergePeople },
  { table: 'issue_text', merge: mergeText },
  { table: 'issue_bookmark', merge: mergeBookmarks },
  { table: 'issue_activity', merge: moveActivities },
  { table: 'issue_ignored_user' },
]

export async function mergeParts(trx: Transaction<Database>, move: IssueMove): Promise<void> {
  for (const { merge } of ISSUE_PARTS) await merge?.(trx, move)
  await deleteParts(trx, move.projectId, move.from)
}

export async function deleteParts(
  trx: Transaction<Database>,
  projectId: number,
  issueIds: readonly number[],
): Promise<void> {
  for (const { table } of ISSUE_PARTS) {
    await trx
      .deleteFrom(table)
      .where('project_id', '=', projectId)
      .where('issue_id', 'in', issueIds)
      .execute()
  }
}

async function mergeBookmarks(trx: Transaction<Database>, { from, to }: IssueMove) {
  const bookmarks = await trx
    .selectFrom('issue_bookmark')
    .select(['project_id', 'account_id'])
    .distinct()
    .where('issue_id', 'in', from)
    .execute()
  if (bookmarks.length === 0) return
  await trx
    .insertInto('issue_bookmark')
    .values(bookmarks.map((bookmark) => ({ ...bookmark, issue_id: to })))
    .onConflict((oc) => oc.columns(['project_id', 'issue_id', 'account_id']).doNothing())
    .execute()
}

function moveActivities(trx: Transaction<Database>, { from, to }: IssueMove) {
  return trx.updateTable('issue_activity').set({ issue_id: to }).where('issue_id', 'in', from).execute()
}
