import type { Kysely, Transaction } from 'kysely'
import { HOUR_MS } from '#server/protocol/time.ts'
import type { Database } from '#server/store/schema/schema.ts'
import type { IssuesBefore } from './snapshot.ts'

/** What an issue was before a change. */
export type Before = StateBefore | AssigneeBefore | IssuesBefore

export interface StateBefore {
  kind: 'state'
  issueId: number
  was: StateRow
  /** Who was hit since it was ignored, with the time: what an ignoring until some users were hit had counted. */
  ignoredUsers: [key: string, lastAt: number][]
  /** The state is undone only while it is still this. */
  became: StateMark
}

export interface AssigneeBefore {
  kind: 'assignee'
  issueId: number
  /** An account's id. */
  assignedTo: number | null
  became: number | null
  /** A team's id. This and the next one are absent in changes of before there were teams. */
  assignedTeam?: number | null
  becameTeam?: number | null
}

/** The columns of an issue that tell one state from another, also from an equal one at another time. */
export interface StateMark {
  status: string
  substatus: string | null
  condition: string | null
  statusAt: number | null
}

export interface StateRow extends StateMark {
  until: number | null
  statusCount: number
}

/** The lines of one change by one account: their ids follow one another. */
export interface ChangeLines {
  first: number
  last: number
  accountId: number
}

export interface UndoableLine {
  id: number
  /** Where the line is now: a merge moves lines. */
  issueId: number
  projectId: number
  /** The change: `resolved`, `assigned` … */
  change: string
  before: Before
}

/**
 * An account can undo what it did in the last hour, as far as this many lines go. One change has at most as many. Lines
 * of merges and splits are large, and fewer.
 */
const undoLimits = { ageMs: HOUR_MS, lines: 1_000, snapshots: 10 } as const

export function formatBefore(before: Before): string {
  return JSON.stringify(before, (_key, value) =>
    value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value,
  )
}

function parseBefore(text: string): Before {
  const revive = (_key: string, value: unknown) =>
    typeof value === 'object' && value !== null && 'base64' in value
      ? new Uint8Array(Buffer.from(String(value.base64), 'base64'))
      : value
  return JSON.parse(text, revive) as Before // written by formatBefore
}

/** Lines of issues that are deleted are left out. */
export async function listUndoable(
  trx: Kysely<Database>,
  { first, last, accountId }: ChangeLines,
  now: number,
): Promise<UndoableLine[]> {
  const rows = await trx
    .selectFrom('issue_activity')
    .innerJoin('issue', 'issue.id', 'issue_activity.issue_id')
    .select(['issue_activity.id', 'issue_activity.issue_id as issueId'])
    .select(['issue_activity.project_id as projectId', 'issue_activity.kind as change', 'undo'])
    .where('account_id', '=', accountId)
    .where('issue_activity.id', '>=', first)
    .where('issue_activity.id', '<=', last)
    .where('issue_activity.created_at', '>', now - undoLimits.ageMs)
    .where('undo', 'is not', null)
    .where('issue.deleted_at', 'is', null)
    .orderBy('issue_activity.id')
    .limit(undoLimits.lines)
    .execute()
  return rows.map(({ undo, ...line }) => ({
    ...line,
    before: parseBefore(undo ?? ''), // It is not null: the query asks for that.
  }))
}

/** A change is undone once. */
export async function forgetUndo(
  trx: Transaction<Database>,
  lines: readonly { id: number }[],
): Promise<void> {
  const ids = lines.map(({ id }) => id)
  await trx.updateTable('issue_activity').set({ undo: null }).where('id', 'in', ids).execute()
}

/** Drops what no Undo reads any more, of all accounts by age and of this one by number. */
export async function dropOldUndo(trx: Transaction<Database>, accountId: number, now: number): Promise<void> {
  await trx
    .updateTable('issue_activity')
    .set({ undo: null })
    .where('undo', 'is not', null)
    .where('created_at', '<=', now - undoLimits.ageMs)
    .execute()
  await dropBeyond(trx, accountId, undoLimits.lines)
  await dropBeyond(trx, accountId, undoLimits.snapshots, ['merged', 'split-off'])
}

async function dropBeyond(
  trx: Transaction<Database>,
  accountId: number,
  most: number,
  kinds: readonly string[] = [],
): Promise<void> {
  let newest = trx
    .selectFrom('issue_activity')
    .select('id')
    .where('account_id', '=', accountId)
    .where('undo', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(most)
  let dropped = trx
    .updateTable('issue_activity')
    .set({ undo: null })
    .where('account_id', '=', accountId)
    .where('undo', 'is not', null)
  if (kinds.length > 0) {
    newest = newest.where('kind', 'in', kinds)
    dropped = dropped.where('kind', 'in', kinds)
  }
  const beyond = await newest.executeTakeFirst()
  if (beyond !== undefined) await dropped.where('id', '<=', beyond.id).execute()
}
