import type { Transaction } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'
import { type TableWith, tablesWith } from '#server/store/schema/tables.ts'
import { moveLinks } from '#server/store/trackers/move-links.ts'
import {
  type IssueMove,
  mergeDays,
  mergeHours,
  mergeScopeDays,
  mergeScopeHours,
  mergeTagKeys,
  mergeTags,
  mergeText,
  mergeUserDays,
  mergeUsers,
} from './counts.ts'

export const PARTS = tablesWith({ owner: 'issue' })

export type PartTable = TableWith<{ owner: 'issue' }>

/** Brings what `from` has to `to`; whatever it leaves behind is deleted. */
type Merge = (trx: Transaction<Database>, move: IssueMove) => Promise<unknown>

/** How each part of an issue is merged; `undefined` for what a merge forgets. */
const MERGES: Record<PartTable, Merge | undefined> = {
  issue_hour: mergeHours,
  issue_day: mergeDays,
  issue_scope_hour: mergeScopeHours,
  issue_scope_day: mergeScopeDays,
  issue_tag: mergeTags,
  issue_tag_key: mergeTagKeys,
  issue_user: mergeUsers,
  issue_scope_user: mergeUserDays,
  issue_text: mergeText,
  issue_bookmark: mergeBookmarks,
  issue_subscription: mergeSubscriptions,
  issue_activity: moveActivities,
  issue_ignored_user: undefined,
}

export async function mergeParts(trx: Transaction<Database>, move: IssueMove): Promise<void> {
  for (const merge of Object.values(MERGES)) await merge?.(trx, move)
  await moveLinks(trx, move)
  await deleteParts(trx, move.projectId, move.from)
}

export async function deleteParts(
  trx: Transaction<Database>,
  projectId: number,
  issueIds: readonly number[],
): Promise<void> {
  for (const table of PARTS) {
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

/** Whoever ended theirs for the issue that stays hears nothing of it after the merge either. */
async function mergeSubscriptions(trx: Transaction<Database>, { from, to }: IssueMove) {
  const rows = await trx
    .selectFrom('issue_subscription')
    .select(['project_id', 'account_id', 'is_on', 'is_by_hand', 'at'])
    .where('issue_id', 'in', from)
    .orderBy('at')
    .execute()
  const byAccount = new Map(rows.map((row) => [row.account_id, { ...row, issue_id: to }]))
  if (byAccount.size === 0) return
  await trx
    .insertInto('issue_subscription')
    .values([...byAccount.values()])
    .onConflict((oc) => oc.columns(['project_id', 'issue_id', 'account_id']).doNothing())
    .execute()
}

function moveActivities(trx: Transaction<Database>, { from, to }: IssueMove) {
  return trx.updateTable('issue_activity').set({ issue_id: to }).where('issue_id', 'in', from).execute()
}
