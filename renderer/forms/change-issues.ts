import { assigneeName } from '#renderer/format/assignee-name.ts'
import type { ActionContext, ActionResult } from '#renderer/page/action.ts'
import { done, refused } from '#renderer/page/action.ts'
import { issuePath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/issues/changes.ts'
import type { IssueSplit } from '#server/desk/issues/issues.ts'
import type { IssueRequest, IssuesChanged } from '#server/models/issue-changes.ts'

const UNDO = 'undo:'

/** What the page says of a change that was made, with the form that undoes it. */
export async function sayDone(
  { desk }: Pick<ActionContext, 'desk'>,
  request: IssueRequest,
  { shortIds, mergedIntoShortId, undo }: IssuesChanged,
): Promise<{ message: string; undo?: string }> {
  const assignee = await nameOfAssignee(desk, request)
  const message = say.done({ request, shortIds, assignee, into: mergedIntoShortId })
  if (undo !== undefined) return { message, undo: UNDO + undo }
  const opposite = oppositeOf(request)
  return opposite === undefined ? { message } : { message, undo: opposite }
}

/** Bookmarks and subscriptions leave no line of activity: their opposite undoes them. */
function oppositeOf(request: IssueRequest): string | undefined {
  if (request.kind === 'bookmark') return request.isBookmarked ? 'unbookmark' : 'bookmark'
  if (request.kind === 'subscribe') return request.isSubscribed ? 'unsubscribe' : 'subscribe'
  return undefined
}

async function nameOfAssignee(
  desk: ActionContext['desk'],
  request: IssueRequest,
): Promise<string | undefined> {
  if (request.kind === 'assign-team') {
    const team = (await desk.accounts.listTeams()).find(({ id }) => id === request.teamId)
    return team && assigneeName({ type: 'team', ...team })
  }
  if (request.kind !== 'assign') return undefined
  const account = (await desk.accounts.list()).find(({ id }) => id === request.accountId)
  return account && assigneeName({ type: 'user', ...account })
}

/** The notice after a split. It names the new issue. */
export function saySplit({ shortId, from, undo }: IssueSplit): { message: string; undo?: string } {
  return { message: say.splitOff(shortId, from), ...(undo !== undefined && { undo: UNDO + undo }) }
}

/** Undoes the change that the form names; undefined for any other form. */
export async function undoChange(
  { desk, form }: ActionContext,
  shownIssueId?: number,
): Promise<ActionResult | undefined> {
  const change = form.get('change') ?? ''
  if (!change.startsWith(UNDO)) return undefined
  const undone = await desk.issues.undo(change.slice(UNDO.length))
  if ('refusal' in undone) return refused(undone.refusal, form)
  const { issueIds, shortIds } = undone
  const message = say.undone(shortIds)
  const [first] = issueIds
  // The page's own issue was split off, and is no more.
  const isGone = shownIssueId !== undefined && first !== undefined && !issueIds.includes(shownIssueId)
  return done(isGone ? { message, redirectTo: issuePath(first) } : { message })
}
