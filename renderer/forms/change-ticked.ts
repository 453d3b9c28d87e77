import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { issuePath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/issues/issues.ts'
import { sayDone, undoChange } from './change-issues.ts'
import { numberOf, parseIssueRequest } from './issue-request.ts'

/** Changes the ticked issues of a list, or undoes such a change. */
export async function changeTicked(context: ActionContext): Promise<ActionResult> {
  return (await undoChange(context)) ?? changeIssues(context)
}

async function changeIssues(context: ActionContext): Promise<ActionResult> {
  const { desk, form } = context
  const issueIds = form.getAll('issue').map(numberOf)
  if (issueIds.length === 0) return refused(say.noneChosen, form)
  const request = parseIssueRequest(form)
  if (!request) return refused(say.noSuchChange, form)
  const changed = await desk.issues.change(issueIds, [request])
  if ('refusal' in changed) return refused(changed.refusal, form)
  if (changed.issueIds.length === 0) return refused(say.allGone, form)
  const said = await sayDone(context, request, changed)
  if (changed.mergedInto !== undefined) return done({ redirectTo: issuePath(changed.mergedInto), ...said })
  return done(said)
}
