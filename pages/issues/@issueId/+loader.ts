import { redirect, render } from 'vike/abort'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { parseRouteId } from '#renderer/page/route-id.ts'
import { issuePath } from '#renderer/paths.ts'
import { readIssue } from './read-issue.ts'

export async function loader(context: LoaderContext) {
  const { desk, routeParams } = context
  const issueId = parseRouteId(routeParams.issueId)
  const issue = issueId === undefined ? undefined : await desk.issues.find(issueId)
  if (issue === undefined) {
    const mergedInto = issueId === undefined ? undefined : await desk.issues.findMergedInto(issueId)
    if (mergedInto === undefined) throw render(404)
    throw redirect(issuePath(mergedInto))
  }
  const event = await desk.events.find(issue.id, 'recommended')
  return readIssue(context, { issue, event, isRecommended: true })
}
