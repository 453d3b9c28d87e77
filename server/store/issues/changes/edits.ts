import type { Transaction } from 'kysely'
import type { IssueState, Resolution } from '#server/processing/life-cycle.ts'
import {
  type ActivityEntry,
  type Actor,
  type NewActivity,
  recordActivities,
} from '#server/store/issues/activity.ts'
import { formatState } from '#server/store/issues/state.ts'
import type { Database } from '#server/store/schema/schema.ts'

export type EditableIssue = Awaited<ReturnType<typeof listEditableIssues>>[number]

/** Says who changes something, and when. */
export interface Editor {
  actor: Actor
  /** Milliseconds since the epoch. */
  now: number
}

/** Those that are there, in the order of their ids: the others are gone, or going. */
export function listEditableIssues(trx: Transaction<Database>, issueIds: readonly number[]) {
  return trx
    .selectFrom('issue')
    .innerJoin('project', 'project.id', 'issue.project_id')
    .select([
      'issue.id',
      'issue.project_id as projectId',
      'issue.number',
      'project.slug as projectSlug',
      'issue.status',
      'issue.substatus',
      'issue.status_condition as condition',
      'issue.assigned_to as assignedTo',
      'issue.event_count as eventCount',
    ])
    .where('issue.id', 'in', issueIds)
    .where('issue.deleted_at', 'is', null)
    .orderBy('issue.id')
    .execute()
}

/** Gives the issues that were not in that state already. */
export async function setState(
  trx: Transaction<Database>,
  issues: readonly EditableIssue[],
  state: IssueState,
  { actor, now }: Editor,
): Promise<EditableIssue[]> {
  const { status, substatus, condition, until } = formatState(state)
  const changed = issues.filter(
    (issue) => issue.status !== status || issue.condition !== condition || issue.substatus !== substatus,
  )
  if (changed.length === 0) return []
  const ids = changed.map(({ id }) => id)
  await trx
    .updateTable('issue')
    .set({
      status,
      substatus,
      status_condition: condition,
      status_until: until,
      status_at: now,
      status_count: 0,
    })
    .where('id', 'in', ids)
    .execute()
  await trx.deleteFrom('issue_ignored_user').where('issue_id', 'in', ids).execute()
  await recordActivities(trx, changed.map(toActivity(activityOf(state))), { actor, now })
  return changed
}

/** Gives the issues that were somebody else's, or nobody's. */
export async function assign(
  trx: Transaction<Database>,
  issues: readonly EditableIssue[],
  assignee: { id: number; email: string } | null,
  editor: Editor,
): Promise<EditableIssue[]> {
  const accountId = assignee?.id ?? null
  const changed = issues.filter(({ assignedTo }) => assignedTo !== accountId)
  if (changed.length === 0) return []
  await trx
    .updateTable('issue')
    .set({ assigned_to: accountId })
    .where(
      'id',
      'in',
      changed.map(({ id }) => id),
    )
    .execute()
  const entry: ActivityEntry = assignee
    ? { kind: 'assigned', data: { assignee: assignee.email } }
    : { kind: 'unassigned', data: {} }
  await recordActivities(trx, changed.map(toActivity(entry)), editor)
  return changed
}

/** A note to oneself: no activity. */
export async function setBookmark(
  trx: Transaction<Database>,
  issues: readonly EditableIssue[],
  accountId: number,
  isBookmarked: boolean,
): Promise<void> {
  if (issues.length === 0) return
  if (isBookmarked) {
    const bookmarks = issues.map(({ id, projectId }) => ({
      project_id: projectId,
      issue_id: id,
      account_id: accountId,
    }))
    await trx
      .insertInto('issue_bookmark')
      .values(bookmarks)
      .onConflict((oc) => oc.columns(['project_id', 'issue_id', 'account_id']).doNothing())
      .execute()
    return
  }
  const ids = issues.map(({ id }) => id)
  await trx
    .deleteFrom('issue_bookmark')
    .where('account_id', '=', accountId)
    .where('issue_id', 'in', ids)
    .execute()
}

function toActivity(entry: ActivityEntry) {
  return ({ id, projectId }: EditableIssue): NewActivity => ({ entry, issueId: id, projectId })
}

function activityOf(state: IssueState): ActivityEntry {
  switch (state.status) {
    case 'open':
      return { kind: 'reopened', data: {} }
    case 'resolved':
      return { kind: 'resolved', data: { resolution: withoutKnown(state.resolution) } }
    case 'ignored':
      return { kind: 'ignored', data: { until: state.until } }
    case 'archived':
      return { kind: 'archived', data: {} }
  }
}

/** What only the state needs. */
function withoutKnown(resolution: Resolution): Resolution {
  return resolution.kind === 'now' ? resolution : { ...resolution, known: [] }
}
