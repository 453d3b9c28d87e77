import type { Kysely, Transaction } from 'kysely'
import type { Assignee } from '#server/models/accounts/assignee.ts'
import type { IssueState, Resolution } from '#server/processing/life-cycle.ts'
import {
  type ActivityEntry,
  type Actor,
  type NewActivity,
  recordActivities,
} from '#server/store/issues/activity.ts'
import { nameOfAssignee } from '#server/store/issues/assignees.ts'
import { formatState } from '#server/store/issues/state.ts'
import { listStatesBefore } from '#server/store/issues/undo/states.ts'
import { subscribeByItself } from '#server/store/notifications/subscriptions.ts'
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
      'issue.status_until as until',
      'issue.status_at as statusAt',
      'issue.status_count as statusCount',
      'issue.assigned_to as assignedTo',
      'issue.assigned_team as assignedTeam',
      'issue.event_count as eventCount',
    ])
    .where('issue.id', 'in', issueIds)
    .where('issue.deleted_at', 'is', null)
    .orderBy('issue.id')
    .execute()
}

export async function listProjectsOfIssues(
  db: Kysely<Database>,
  issueIds: readonly number[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('issue')
    .select('project_id as projectId')
    .distinct()
    .where('id', 'in', issueIds)
    .execute()
  return rows.map(({ projectId }) => projectId)
}

/** Leaves issues alone that are in that state already. Gives the ids of its activities; none where it cannot be undone. */
export async function setState(
  trx: Transaction<Database>,
  issues: readonly EditableIssue[],
  state: IssueState,
  { actor, now }: Editor,
): Promise<number[]> {
  const { status, substatus, condition, until } = formatState(state)
  const changed = issues.filter(
    (issue) => issue.status !== status || issue.condition !== condition || issue.substatus !== substatus,
  )
  if (changed.length === 0) return []
  const issueIds = changed.map(({ id }) => id)
  const before = await listStatesBefore(trx, changed, { status, substatus, condition, statusAt: now })
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
    .where('id', 'in', issueIds)
    .execute()
  await trx.deleteFrom('issue_ignored_user').where('issue_id', 'in', issueIds).execute()
  const activity = activityOf(state)
  const ids = await recordActivities(
    trx,
    changed.map((issue) => ({ ...toActivity(activity, issue), before: before.get(issue.id) })),
    { actor, now },
  )
  return before.size === 0 ? [] : ids
}

/** Leaves issues alone that are the account's or the team's already. Gives the ids of its activities. */
export async function assign(
  trx: Transaction<Database>,
  issues: readonly EditableIssue[],
  assignee: Assignee | null,
  editor: Editor,
): Promise<number[]> {
  const accountId = assignee?.type === 'user' ? assignee.id : null
  const teamId = assignee?.type === 'team' ? assignee.id : null
  const changed = issues.filter(
    ({ assignedTo, assignedTeam }) => assignedTo !== accountId || assignedTeam !== teamId,
  )
  if (changed.length === 0) return []
  await trx
    .updateTable('issue')
    .set({ assigned_to: accountId, assigned_team: teamId })
    .where(
      'id',
      'in',
      changed.map(({ id }) => id),
    )
    .execute()
  if (accountId !== null) await subscribeByItself(trx, changed, { accountIds: [accountId], now: editor.now })
  const entry: ActivityEntry = assignee
    ? { kind: 'assigned', data: { assignee: nameOfAssignee(assignee) } }
    : { kind: 'unassigned', data: {} }
  return recordActivities(
    trx,
    changed.map((issue) => {
      const { id: issueId, assignedTo, assignedTeam } = issue
      const before = {
        ...{ kind: 'assignee' as const, issueId, assignedTo, became: accountId },
        ...{ assignedTeam, becameTeam: teamId },
      }
      return { ...toActivity(entry, issue), before }
    }),
    editor,
  )
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

function toActivity(entry: ActivityEntry, { id, projectId }: EditableIssue): NewActivity {
  return { entry, issueId: id, projectId }
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
