import { render } from 'vike/abort'
import { sayDone } from '#renderer/forms/change-issues.ts'
import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { parseRouteId } from '#renderer/page/route-id.ts'
import { issuesPath } from '#renderer/paths.ts'
import { noSuchChange } from '#renderer/texts/issues/handling.ts'

export async function action(context: ActionContext): Promise<ActionResult> {
  const { desk, form, routeParams } = context
  const issueId = parseRouteId(routeParams.issueId)
  if (form.get('change') !== 'delete') return refused(noSuchChange, form)
  const request = { kind: 'delete' as const }
  const changed = issueId === undefined ? undefined : await desk.issues.change([issueId], [request])
  if (changed === undefined) throw render(404)
  if ('refusal' in changed) return refused(changed.refusal, form)
  if (changed.issueIds.length === 0) throw render(404)
  return done({ redirectTo: issuesPath(), ...(await sayDone(context, request, changed)) })
}
