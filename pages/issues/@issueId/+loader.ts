import { redirect, render } from 'vike/abort'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { parseRouteId } from '#renderer/page/route-id.ts'
import { issuePath } from '#renderer/paths.ts'
import { readIssue } from './read-issue.ts'

export async function loader(context: LoaderContext) {
  const { desk, routeParams } = context
  const issueId = parseRouteId(routeParams.issueId)
  const [issue, event] =
    issueId === undefined
      ? []
      : await Promise.all([desk.issues.find(issueId), desk.events.find(issueId, 'recommended')])
  if (issue === undefined) {
    const target = await findTarget(desk, routeParams.issueId ?? '')
    if (target === undefined) throw render(404)
    throw redirect(issuePath(target))
  }
  return readIssue(context, { issue, event, isRecommended: true })
}

/** A merged issue leads to the one that it is part of, and so does a short id: `/issues/SHOP-418`. */
function findTarget(desk: LoaderContext['desk'], given: string): Promise<number | undefined> {
  const issueId = parseRouteId(given)
  return issueId === undefined ? desk.issues.findByShortId(given) : desk.issues.findMergedInto(issueId)
}
