import type { Transaction } from 'kysely'
import { PARTS } from '#server/store/issues/changes/parts.ts'
import type { Database } from '#server/store/schema/schema.ts'
import type { IssueRow, IssuesBefore } from './snapshot.ts'

const ROWS_AT_ONCE = 1_000

/** Nobody has changed the issue since: its state and its assignee are the same. */
export function isUntouched(now: IssueRow | undefined, before: Partial<IssueRow>): now is IssueRow {
  return (
    now !== undefined &&
    now.deleted_at === null &&
    now.status === before.status &&
    now.substatus === before.substatus &&
    now.status_at === before.status_at &&
    now.status_condition === before.status_condition &&
    now.assigned_to === before.assigned_to &&
    (now.assigned_team ?? null) === (before.assigned_team ?? null) // older snapshots have no teams
  )
}

export function findIssueRow(trx: Transaction<Database>, issueId: number): Promise<IssueRow | undefined> {
  return trx.selectFrom('issue').selectAll().where('id', '=', issueId).executeTakeFirst()
}

/** What the issue says and counts becomes what it was; its state, which may count events, stays what it is. */
export async function restoreRow(trx: Transaction<Database>, row: IssueRow): Promise<void> {
  const { id, number: _number, project_id: _project, deleted_at: _deleted, ...columns } = row
  const {
    status: _status,
    substatus: _substatus,
    status_at: _at,
    status_condition: _condition,
    ...more
  } = columns
  const { status_until: _until, status_count: _count, ...unstated } = more
  const { assigned_to: _assignee, assigned_team: _team, ...counted } = unstated
  await trx.updateTable('issue').set(counted).where('id', '=', id).execute()
}

/** The issue is there again, with its id. Its row may still be there, hidden. */
export async function reviveIssue(
  trx: Transaction<Database>,
  row: IssueRow,
  accountIds: ReadonlySet<number>,
): Promise<void> {
  const assigned_to = row.assigned_to !== null && accountIds.has(row.assigned_to) ? row.assigned_to : null
  const team = await trx
    .selectFrom('team')
    .select('id')
    .where('id', '=', row.assigned_team ?? 0)
    .executeTakeFirst()
  const { id, ...columns } = { ...row, assigned_to, assigned_team: team?.id ?? null }
  await trx
    .insertInto('issue')
    .values({ id, ...columns })
    .onConflict((oc) => oc.column('id').doUpdateSet(columns))
    .execute()
}

const KEPT: ReadonlySet<string> = new Set(['issue_bookmark', 'issue_subscription', 'issue_ignored_user'])

/**
 * The parts become what they were. The bookmarks and subscriptions of the issue that stayed, and whom it has hit since it was ignored, are
 * left alone: they are of the issue as it is.
 */
export async function restoreParts(
  trx: Transaction<Database>,
  { issueId, issues, parts }: IssuesBefore,
  accountIds: ReadonlySet<number>,
): Promise<void> {
  const [{ project_id: projectId } = { project_id: 0 }] = issues
  for (const table of PARTS) {
    const rows = parts[table] ?? []
    const isKept = KEPT.has(table)
    if (table === 'issue_activity' || parts[table] === undefined) continue
    if (!isKept) {
      await trx
        .deleteFrom(table)
        .where('project_id', '=', projectId)
        .where('issue_id', '=', issueId)
        .execute()
    }
    const missing = rows.filter(
      (row) =>
        !(isKept && row.issue_id === issueId) &&
        (row.account_id === undefined || accountIds.has(Number(row.account_id))),
    )
    for (let at = 0; at < missing.length; at += ROWS_AT_ONCE) {
      const some = missing.slice(at, at + ROWS_AT_ONCE)
      await trx
        .insertInto(table)
        .values(some as never) // rows that were read from this table
        .execute()
    }
  }
}

/** Accounts that may have been deleted since the snapshot. */
export async function listAccountIds(trx: Transaction<Database>): Promise<Set<number>> {
  const accounts = await trx.selectFrom('account').select('id').execute()
  return new Set(accounts.map(({ id }) => id))
}
