import type { Transaction } from 'kysely'
import { haveFewEvents } from '#server/store/issues/changes/merge.ts'
import { startMoves } from '#server/store/issues/changes/moves.ts'
import { stopRecounts } from '#server/store/issues/changes/recounts.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { countEventsSince, listEventsSince } from './events-since.ts'
import { withRenewedKeys } from './renewed-keys.ts'
import {
  findIssueRow,
  isUntouched,
  listAccountIds,
  restoreParts,
  restoreRow,
  reviveIssue,
} from './restore-issues.ts'
import type { IssuesBefore } from './snapshot.ts'

/**
 * Merged issues are what they were, with their ids, counts and events; events that came since are sorted by their keys.
 * False when the issue that they were merged into has changed since.
 */
export async function undoMerge(trx: Transaction<Database>, taken: IssuesBefore): Promise<boolean> {
  const before = await withRenewedKeys(trx, taken)
  const { issueId } = before
  const [target, ...others] = before.issues
  if (target === undefined) return false
  const otherIds = others.map(({ id }) => id)
  const isSame = isUntouched(await findIssueRow(trx, issueId), target) && (await hasAllKeys(trx, before))
  const since = isSame ? await listEventsSince(trx, before, [issueId, ...otherIds]) : undefined
  if (since === undefined) return false
  const projectId = target.project_id
  await trx.deleteFrom('issue_move').where('issue_id', 'in', otherIds).execute()
  await stopRecounts(trx, projectId, [issueId])
  const accountIds = await listAccountIds(trx)
  for (const row of others) await reviveIssue(trx, row, accountIds)
  await leadBack(trx, before, otherIds)
  await dropMergedBookmarks(trx, before)
  await restoreParts(trx, before, accountIds)
  await restoreRow(trx, target)
  await moveEventsBack(trx, before, projectId)
  await countEventsSince(trx, before, since)
  return true
}

/** A split or a further merge would have taken some away. */
async function hasAllKeys(
  trx: Transaction<Database>,
  { issueId, groupings }: IssuesBefore,
): Promise<boolean> {
  const ids = groupings.map(({ id }) => id)
  const { count } = await trx
    .selectFrom('issue_grouping')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('issue_id', '=', issueId)
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow()
  const moving = await trx
    .selectFrom('issue_move')
    .select('issue_id')
    .where('issue_id', '=', issueId)
    .execute()
  return count === ids.length && moving.length === 0
}

/** Keys, ids and lines of the activity lead to the issues again that they were of. */
async function leadBack(
  trx: Transaction<Database>,
  { groupings, activities, redirects }: IssuesBefore,
  otherIds: readonly number[],
): Promise<void> {
  await trx.deleteFrom('issue_redirect').where('old_issue_id', 'in', otherIds).execute()
  for (const issueId of otherIds) {
    const idsIn = (list: readonly { id: number; issueId: number }[]) => [
      0, // No row has it, and a list needs one.
      ...list.filter((one) => one.issueId === issueId).map(({ id }) => id),
    ]
    const to = { issue_id: issueId }
    await trx.updateTable('issue_grouping').set(to).where('id', 'in', idsIn(groupings)).execute()
    await trx.updateTable('issue_activity').set(to).where('id', 'in', idsIn(activities)).execute()
    await trx.updateTable('issue_redirect').set(to).where('old_issue_id', 'in', idsIn(redirects)).execute()
  }
}

/** The merge gave the issue the bookmarks and subscriptions of the others. */
async function dropMergedBookmarks(
  trx: Transaction<Database>,
  { issueId, parts }: IssuesBefore,
): Promise<void> {
  for (const table of ['issue_bookmark', 'issue_subscription'] as const) {
    const rows = parts[table] ?? []
    const own = new Set(rows.filter((row) => row.issue_id === issueId).map((row) => row.account_id))
    const accountIds = rows.flatMap((row) => (own.has(row.account_id) ? [] : [Number(row.account_id)]))
    await trx
      .deleteFrom(table)
      .where('issue_id', '=', issueId)
      .where('account_id', 'in', [0, ...accountIds])
      .execute()
  }
}

/** Their counts are those of before already, so that only the events themselves go. */
async function moveEventsBack(
  trx: Transaction<Database>,
  { issueId, groupings }: IssuesBefore,
  projectId: number,
): Promise<void> {
  if (!(await haveFewEvents(trx, [issueId])))
    return startMoves(trx, { projectId, issueIds: [issueId], why: 'undone merge' })
  for (const [to, keys] of Map.groupBy(groupings, (key) => key.issueId)) {
    if (to === issueId) continue
    const ids = keys.map(({ id }) => id)
    await trx
      .updateTable('event')
      .set({ issue_id: to })
      .where('issue_id', '=', issueId)
      .where('grouping_id', 'in', ids)
      .execute()
  }
}
