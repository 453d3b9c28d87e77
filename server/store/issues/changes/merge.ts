import { sql, type Transaction } from 'kysely'
import { formatShortId } from '#server/protocol/short-id.ts'
import { recordActivities } from '#server/store/issues/activity.ts'
import { takeSnapshot } from '#server/store/issues/undo/snapshot.ts'
import type { Database } from '#server/store/schema/schema.ts'
import type { EditableIssue, Editor } from './edits.ts'
import { startMoves } from './moves.ts'
import { mergeParts } from './parts.ts'
import { startRecount, stopRecounts } from './recounts.ts'

/**
 * Makes issues part of another of the same project: their keys and counts move, and their ids lead on; their events
 * follow by slices, later ones at once. The state of the other one stays what it is. Gives the ids of the activity; none
 * where it cannot be undone.
 */
export async function mergeIssues(
  trx: Transaction<Database>,
  into: EditableIssue,
  others: readonly EditableIssue[],
  editor: Editor,
): Promise<number[]> {
  const from = others.map(({ id }) => id)
  const { projectId, id: to } = into
  const before = await takeSnapshot(trx, 'merge', { projectId, issueIds: [to, ...from], editor })
  await sumIssues(trx, to, from)
  await trx.updateTable('issue_grouping').set({ issue_id: to }).where('issue_id', 'in', from).execute()
  const wasCounted = await stopRecounts(trx, projectId, [to, ...from])
  await mergeParts(trx, { projectId, from, to })
  if (wasCounted) await startRecount(trx, projectId, to)
  await dissolveIssues(trx, { projectId, others, to }, editor.now)
  const issues = others.map(formatShortId)
  const ids = await recordActivities(
    trx,
    [{ entry: { kind: 'merged', data: { issues } }, projectId, issueId: to, before }],
    editor,
  )
  return before === undefined ? [] : ids
}

/** The issues are no more: their ids lead on, and their events follow. Their keys and parts have gone before. */
export async function dissolveIssues(
  trx: Transaction<Database>,
  {
    projectId,
    others,
    to,
  }: { projectId: number; others: readonly { id: number; number: number }[]; to: number },
  now: number,
): Promise<void> {
  const from = others.map(({ id }) => id)
  await trx.updateTable('issue_redirect').set({ issue_id: to }).where('issue_id', 'in', from).execute()
  const redirects = others.map(({ id, number }) => ({
    project_id: projectId,
    number,
    old_issue_id: id,
    issue_id: to,
  }))
  await trx.insertInto('issue_redirect').values(redirects).execute()
  if (await haveFewEvents(trx, from)) {
    await trx.updateTable('event').set({ issue_id: to }).where('issue_id', 'in', from).execute()
    await trx.deleteFrom('issue').where('id', 'in', from).execute()
  } else {
    await hideMerged(trx, from, now)
    await startMoves(trx, { projectId, issueIds: from, why: 'merge' })
  }
}

/** Moved within 2 ms. */
const FEW_EVENTS = 1_000

export async function haveFewEvents(
  trx: Transaction<Database>,
  issueIds: readonly number[],
): Promise<boolean> {
  const events = await trx
    .selectFrom('event')
    .select('id')
    .where('issue_id', 'in', issueIds)
    .limit(1)
    .offset(FEW_EVENTS)
    .execute()
  return events.length === 0
}

/** Until their events have gone; their keys may be others' from now on. */
function hideMerged(trx: Transaction<Database>, issueIds: readonly number[], now: number) {
  return trx
    .updateTable('issue')
    .set({
      deleted_at: now,
      status: 'merged',
      status_until: null,
      grouping_key: sql<string>`'merged:' || id`,
    })
    .where('id', 'in', issueIds)
    .execute()
}

/** It says what the latest of them said. */
async function sumIssues(trx: Transaction<Database>, to: number, from: readonly number[]): Promise<void> {
  const rows = await trx
    .selectFrom('issue')
    .select(['id', 'type', 'value', 'culprit', 'level', 'fault', 'is_unhandled'])
    .select(['first_seen', 'last_seen', 'event_count', 'first_release', 'last_release'])
    .where('id', 'in', [to, ...from])
    .orderBy('last_seen', 'desc')
    .execute()
  const [latest] = rows
  if (latest === undefined) throw new Error(`Cannot merge issues: issue ${to} no longer exists`)
  const { type, value, culprit, level } = latest
  const byFirst = rows.toSorted((a, b) => a.first_seen - b.first_seen)
  await trx
    .updateTable('issue')
    .set({
      ...{ type, value, culprit, level },
      fault: rows.find(({ fault }) => fault !== null)?.fault ?? null,
      is_unhandled: Math.max(...rows.map(({ is_unhandled }) => is_unhandled)),
      first_seen: Math.min(...rows.map(({ first_seen }) => first_seen)),
      last_seen: latest.last_seen,
      first_release: byFirst.find((row) => row.first_release !== null)?.first_release ?? null,
      last_release: rows.find((row) => row.last_release !== null)?.last_release ?? null,
      event_count: rows.reduce((sum, { event_count }) => sum + event_count, 0),
    })
    .where('id', '=', to)
    .execute()
}

/** Where an issue went that was merged: by its id. */
export function findMergedInto(db: Pick<Transaction<Database>, 'selectFrom'>, oldIssueId: number) {
  return db
    .selectFrom('issue_redirect')
    .select('issue_id as issueId')
    .where('old_issue_id', '=', oldIssueId)
    .executeTakeFirst()
}
