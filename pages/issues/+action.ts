import { type ActionContext, type ActionResult, done, refused } from '../../renderer/action.ts'
import { formatCount } from '../../renderer/format.ts'
import { numberOf, parseIssueRequest } from '../../renderer/issue-request.ts'
import { issuePath } from '../../renderer/paths.ts'

/** Changes the issues that were ticked. */
export async function action({ desk, form }: ActionContext): Promise<ActionResult> {
  const issueIds = form.getAll('issue').map(numberOf)
  if (issueIds.length === 0) return refused('Cannot change issues: none was chosen', form)
  const request = parseIssueRequest(form)
  if (!request) return refused('Cannot change issues: the form names no change that there is', form)
  const changed = await desk.changeIssues(issueIds, [request])
  if ('refusal' in changed) return refused(changed.refusal, form)
  if (changed.mergedInto !== undefined) return done({ redirectTo: issuePath(changed.mergedInto) })
  return done({ message: `${formatCount(changed.issueIds.length, 'issue')} changed.` })
}
