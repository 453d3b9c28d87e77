import { render } from 'vike/abort'
import { sayDone, saySplit, undoChange } from '#renderer/forms/change-issues.ts'
import { changeTrackers } from '#renderer/forms/change-trackers.ts'
import { chooseEditor } from '#renderer/forms/choose-editor.ts'
import { numberOf, parseIssueRequest } from '#renderer/forms/issue-request.ts'
import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { parseRouteId } from '#renderer/page/route-id.ts'
import { deleteIssuePath, issuePath } from '#renderer/paths.ts'
import { onIssue as sayAcknowledged } from '#renderer/texts/alerts/acknowledging.ts'
import * as say from '#renderer/texts/issues/handling.ts'

export async function action(context: ActionContext): Promise<ActionResult> {
  const issueId = parseRouteId(context.routeParams.issueId)
  if (issueId === undefined) throw render(404)
  const change = context.form.get('change')
  switch (change) {
    case 'comment':
    case 'edit-comment':
    case 'delete-comment':
      return changeComment(context, issueId, change)
    case 'editor':
      return chooseEditor(context)
    case 'delete':
      return done({ redirectTo: deleteIssuePath(issueId), changed: [] })
    case 'acknowledge':
    case 'take-back':
      return acknowledge(context, issueId, change)
    case 'split':
      return split(context, issueId)
    default:
      return (
        (await changeTrackers(context, issueId)) ??
        (await undoChange(context, issueId)) ??
        changeIssue(context, issueId)
      )
  }
}

async function changeIssue(context: ActionContext, issueId: number): Promise<ActionResult> {
  const { desk, form } = context
  const request = parseIssueRequest(form)
  if (!request) return refused(say.noSuchChange, form)
  if (request.kind === 'merge' && request.into === undefined) {
    return refused(say.mergeIntoWhat, form, 'into')
  }
  const changed = await desk.issues.change([issueId], [request])
  if ('refusal' in changed) return refused(changed.refusal, form, changed.field)
  if (changed.issueIds.length === 0) throw render(404)
  const said = await sayDone(context, request, changed)
  if (changed.mergedInto !== undefined) return done({ redirectTo: issuePath(changed.mergedInto), ...said })
  return done(said)
}

async function changeComment(
  { desk, form }: ActionContext,
  issueId: number,
  change: 'comment' | 'edit-comment' | 'delete-comment',
): Promise<ActionResult> {
  const commentId = numberOf(form.get('comment') ?? '')
  const text = form.get('text') ?? ''
  const changed =
    change === 'comment'
      ? await desk.issues.addComment(issueId, text)
      : change === 'edit-comment'
        ? await desk.issues.editComment(issueId, commentId, text)
        : await desk.issues.deleteComment(issueId, commentId)
  if (!('refusal' in changed)) return done()
  // Several comments on the page have the same field, so only the form of a new comment shows the message at
  // the field.
  return refused(changed.refusal, form, change === 'comment' ? changed.field : undefined)
}

async function acknowledge(
  { desk, form }: ActionContext,
  issueId: number,
  change: 'acknowledge' | 'take-back',
): Promise<ActionResult> {
  const isTaken = change === 'acknowledge'
  const changed = await desk.acknowledging[isTaken ? 'acknowledge' : 'takeBack'](issueId)
  if ('refusal' in changed) return refused(changed.refusal, form)
  return done({ message: isTaken ? sayAcknowledged.done : sayAcknowledged.undone })
}

async function split({ desk, form }: ActionContext, issueId: number): Promise<ActionResult> {
  const made = await desk.issues.split(issueId, form.getAll('grouping').map(numberOf))
  if ('refusal' in made) return refused(made.refusal, form)
  return done({ redirectTo: issuePath(made.issueId), ...saySplit(made) })
}
