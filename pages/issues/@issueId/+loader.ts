import { render } from 'vike/abort'
import type { LoaderContext } from '../../../renderer/loader.ts'
import { parseRouteId } from '../../../renderer/route-id.ts'

const EVENTS_A_PAGE = 20

export async function loader({ desk, routeParams, url }: LoaderContext) {
  const issueId = parseRouteId(routeParams.issueId)
  const issue = issueId === undefined ? undefined : await desk.findIssue(issueId)
  if (issue === undefined) throw render(404)
  const cursor = url.searchParams.get('cursor') ?? undefined
  const [latest, events, tags] = await Promise.all([
    desk.findEvent(issue.id, 'latest'),
    desk.listEvents(issue.id, { limit: EVENTS_A_PAGE, ...(cursor === undefined ? {} : { cursor }) }),
    desk.listIssueTags(issue.id),
  ])
  return {
    issue,
    latest: latest ?? null,
    events: events.items,
    tags: tags ?? [],
    nextCursor: events.nextCursor,
    isFirstPage: cursor === undefined,
  }
}
