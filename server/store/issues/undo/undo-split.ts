import type { Transaction } from 'kysely'
import { dissolveIssues } from '#server/store/issues/changes/merge.ts'
import { deleteParts } from '#server/store/issues/changes/parts.ts'
import { stopRecounts } from '#server/store/issues/changes/recounts.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { countEventsSince, listEventsSince } from './events-since.ts'
import { findIssueRow, isUntouched, listAccountIds, restoreParts, restoreRow } from './restore-issues.ts'
import type { IssuesBefore } from './snapshot.ts'

/** As a split makes it. */
const AS_MADE = {
  status: 'open',
  substatus: null,
  status_at: null,
  status_condition: null,
  assigned_to: null,
  assigned_team: null,
}

/**
 * The issue that was split off is part of the other one again, which is what it was; its id leads there. False when
 * either of them has changed since.
 */
export async function undoSplit(
  trx: Transaction<Database>,
  before: IssuesBefore,
  now: number,
): Promise<boolean> {
  const { issueId, made } = before
  const [issue] = before.issues
  if (issue === undefined || made === undefined) return false
  const isSame =
    isUntouched(await findIssueRow(trx, issueId), issue) &&
    isUntouched(await findIssueRow(trx, made.id), AS_MADE) &&
    (await hasAllKeys(trx, before, made.id))
  const since = isSame ? await listEventsSince(trx, before, [issueId, made.id]) : undefined
  if (since === undefined) return false
  const projectId = issue.project_id
  await trx.deleteFrom('issue_move').where('issue_id', '=', issueId).execute()
  await stopRecounts(trx, projectId, [issueId, made.id])
  await trx.updateTable('issue_grouping').set({ issue_id: issueId }).where('issue_id', '=', made.id).execute()
  await trx
    .updateTable('issue_activity')
    .set({ issue_id: issueId })
    .where('issue_id', '=', made.id)
    .where('kind', '=', 'comment')
    .execute()
  await deleteParts(trx, projectId, [made.id])
  await dissolveIssues(trx, { projectId, others: [made], to: issueId }, now)
  await restoreParts(trx, before, await listAccountIds(trx))
  await restoreRow(trx, issue)
  await countEventsSince(trx, before, since)
  return true
}

/** A further split or a merge would have taken some away. */
async function hasAllKeys(
  trx: Transaction<Database>,
  { issueId, groupings }: IssuesBefore,
  madeId: number,
): Promise<boolean> {
  const { count } = await trx
    .selectFrom('issue_grouping')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('issue_id', 'in', [issueId, madeId])
    .where(
      'id',
      'in',
      groupings.map(({ id }) => id),
    )
    .executeTakeFirstOrThrow()
  const moving = await trx
    .selectFrom('issue_move')
    .select('issue_id')
    .where('issue_id', '=', madeId)
    .execute()
  return count === groupings.length && moving.length === 0
}
