import type { ActionContext, ActionResult } from '#renderer/page/action.ts'
import { done, refused } from '#renderer/page/action.ts'
import * as say from '#renderer/texts/issues/changes.ts'
import type { IssueRequest, IssuesChanged } from '#server/models/issue-changes.ts'

const UNDO = 'undo:'

/** What the page says of a change that was made, with the form that undoes it. */
export async function sayDone(
  { desk }: Pick<ActionContext, 'desk'>,
  request: IssueRequest,
  { shortIds, undo }: IssuesChanged,
): Promise<{ message: string; undo?: string }> {
  const accounts = request.kind === 'assign' ? await desk.accounts.list() : []
  const assignee = accounts.find(({ id }) => request.kind === 'assign' && id === request.accountId)?.email
  const message = say.done({ request, shortIds, assignee })
  if (undo !== undefined) return { message, undo: UNDO + undo }
  // A bookmark leaves no line of activity: its opposite undoes it.
  return request.kind === 'bookmark'
    ? { message, undo: request.isBookmarked ? 'unbookmark' : 'bookmark' }
    : { message }
}

/** Undoes the change that the form names; undefined for any other form. */
export async function undoChange({ desk, form }: ActionContext): Promise<ActionResult | undefined> {
  const change = form.get('change') ?? ''
  if (!change.startsWith(UNDO)) return undefined
  const undone = await desk.issues.undo(change.slice(UNDO.length))
  if ('refusal' in undone) return refused(undone.refusal, form)
  return done({ message: say.undone(undone.shortIds) })
}
