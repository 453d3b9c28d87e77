import { redirect, render } from 'vike/abort'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { parseRouteId } from '#renderer/page/route-id.ts'
import { issuePath } from '#renderer/paths.ts'

export async function loader({ desk, routeParams }: LoaderContext) {
  const issueId = parseRouteId(routeParams.issueId)
  const [issue, stored] =
    issueId === undefined
      ? []
      : await Promise.all([desk.issues.find(issueId), desk.issues.countStored(issueId)])
  if (issue === undefined) {
    const mergedInto = issueId === undefined ? undefined : await desk.issues.findMergedInto(issueId)
    if (mergedInto === undefined) throw render(404)
    throw redirect(issuePath(mergedInto))
  }
  const { id, shortId, projectSlug, type, value } = issue
  return { id, shortId, projectSlug, type, value, stored: stored ?? null }
}
