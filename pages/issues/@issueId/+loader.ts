import { redirect, render } from 'vike/abort'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { parseRouteId } from '#renderer/page/route-id.ts'
import { issuePath } from '#renderer/paths.ts'
import { readIssue } from './read-issue.ts'

export async function loader(context: LoaderContext) {
  const { desk, routeParams } = context
  const issueId = parseRouteId(routeParams.issueId)
  const read =
    issueId === undefined
      ? undefined
      : await readIssue(context, {
          issueId,
          findingEvent: desk.events.find(issueId, 'recommended'),
          isRecommended: true,
        })
  if (read === undefined) {
    const target = await findTarget(desk, routeParams.issueId ?? '')
    if (target === undefined) throw render(404)
    throw redirect(issuePath(target))
  }
  return read
}

/** A merged issue leads to the one that it is part of, and so does a short id: `/issues/SHOP-418`. */
function findTarget(desk: LoaderContext['desk'], given: string): Promise<number | undefined> {
  const issueId = parseRouteId(given)
  return issueId === undefined ? desk.issues.findByShortId(given) : desk.issues.findMergedInto(issueId)
}
