import { redirect, render } from 'vike/abort'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { parseRouteId } from '#renderer/page/route-id.ts'
import { issueUsersPath } from '#renderer/paths.ts'

export async function loader({ desk, routeParams, url }: LoaderContext) {
  const issueId = parseRouteId(routeParams.issueId)
  if (issueId === undefined) throw render(404)
  const mergedInto = await desk.issues.findMergedInto(issueId)
  if (mergedInto !== undefined) throw redirect(issueUsersPath(mergedInto))
  const order = url.searchParams.get('sort') === 'events' ? ('events' as const) : ('recent' as const)
  const [issue, affected] = await Promise.all([
    desk.issues.find(issueId),
    desk.users.listOfIssue(issueId, order),
  ])
  if (issue === undefined || affected === undefined) throw render(404)
  const { id, shortId, type, projectSlug } = issue
  return { issue: { id, shortId, type, projectSlug }, order, ...affected }
}
