import type { Transaction } from 'kysely'
import type { IssueChange } from '#server/models/issue-changes.ts'
import type { Refusal } from '#server/models/refusal.ts'
import { formatShortId } from '#server/protocol/short-id.ts'
import { StillCounting } from '#server/store/engine/still-counting.ts'
import type { Store } from '#server/store/engine/store.ts'
import { recordActivities } from '#server/store/issues/activity.ts'
import { type EditableIssue, type Editor, listEditableIssues } from '#server/store/issues/changes/edits.ts'
import { forgetUndo, listUndoable, type UndoableLine } from '#server/store/issues/undo/before.ts'
import { restoreAssignee, restoreState } from '#server/store/issues/undo/states.ts'
import { undoMerge } from '#server/store/issues/undo/undo-merge.ts'
import { undoSplit } from '#server/store/issues/undo/undo-split.ts'
import type { Database } from '#server/store/schema/schema.ts'

export interface ChangeUndone {
  /** The issues as they are again. */
  issueIds: number[]
  shortIds: string[]
}

/** Undoes one change that the viewer made, for all of its issues or for none. */
export type UndoChange = (handle: string) => Promise<ChangeUndone | Refusal>

/** Names the lines of a change, for the form that undoes it; undefined where there is nothing to undo. */
export function formatUndoHandle(activityIds: readonly number[]): string | undefined {
  const [first] = activityIds
  return first === undefined ? undefined : `${first}-${activityIds.at(-1)}`
}

export function createUndo(
  store: Store,
  editor: () => Editor,
  notify: (change: Omit<IssueChange, 'by'>) => void,
): UndoChange {
  return async (handle) => {
    const by = editor()
    const [, first, last] = /^(\d{1,15})-(\d{1,15})$/.exec(handle) ?? []
    if (first === undefined || !by.actor || !('accountId' in by.actor)) return refuse(TOO_LATE)
    const lines = { first: Number(first), last: Number(last), accountId: by.actor.accountId }
    try {
      const alone = projectsToUndo(await listUndoable(store.db, lines, by.now))
      const write: Store['write'] = alone.length > 0 ? (fn) => store.writeAlone(alone, fn) : store.write
      const { projectIds, ...undone } = await write(async (trx) => {
        const undoable = await listUndoable(trx, lines, by.now)
        if (undoable.length === 0) throw new Refused(TOO_LATE)
        return restoreAll(trx, undoable, by)
      })
      notify({ kind: 'undone', issueIds: undone.issueIds, projectIds })
      return undone
    } catch (error) {
      if (error instanceof Refused || error instanceof StillCounting) return refuse(error.message)
      throw error
    }
  }
}

/** The projects of merges and splits, which count again what came since. */
function projectsToUndo(lines: readonly UndoableLine[]): number[] {
  const moved = lines.filter(({ before }) => before.kind === 'merge' || before.kind === 'split')
  return [...new Set(moved.map(({ projectId }) => projectId))]
}

const TOO_LATE = 'it was undone already, or is too long ago'

/** It is thrown inside the transaction, so that nothing of it stays. */
class Refused extends Error {}

function refuse(reason: string): Refusal {
  return { refusal: `Cannot undo the change: ${reason}` }
}

async function restoreAll(trx: Transaction<Database>, lines: readonly UndoableLine[], by: Editor) {
  const found = await listEditableIssues(
    trx,
    lines.map(({ issueId }) => issueId),
  )
  const byId = new Map(found.map((issue) => [issue.id, issue]))
  const issues: EditableIssue[] = []
  for (const line of lines) {
    const issue = byId.get(line.issueId)
    if (issue === undefined) throw new Refused(TOO_LATE)
    const isAsBefore = line.before.issueId === issue.id && (await restore(trx, issue, line, by.now))
    if (!isAsBefore) throw new Refused(`${formatShortId(issue)} has changed since`)
    issues.push(...(await listRestored(trx, issue, line)))
  }
  await forgetUndo(trx, lines)
  const done = lines.map(({ issueId, projectId, change }) => ({
    ...{ issueId, projectId },
    entry: { kind: 'undone' as const, data: { change } },
  }))
  await recordActivities(trx, done, by)
  return {
    issueIds: issues.map(({ id }) => id),
    shortIds: issues.map(formatShortId),
    projectIds: [...new Set(issues.map(({ projectId }) => projectId))],
  }
}

/** Issues that had been merged are there again. */
function listRestored(trx: Transaction<Database>, issue: EditableIssue, { before }: UndoableLine) {
  const ids = before.kind === 'merge' ? before.issues.map(({ id }) => id) : []
  return ids.length === 0 ? [issue] : listEditableIssues(trx, ids)
}

function restore(
  trx: Transaction<Database>,
  issue: EditableIssue,
  { before }: UndoableLine,
  now: number,
): Promise<boolean> {
  switch (before.kind) {
    case 'state':
      return restoreState(trx, issue, before)
    case 'assignee':
      return restoreAssignee(trx, issue, before)
    case 'merge':
      return undoMerge(trx, before)
    case 'split':
      return undoSplit(trx, before, now)
  }
}
