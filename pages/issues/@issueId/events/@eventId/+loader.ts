import { redirect, render } from 'vike/abort'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { parseRouteId } from '#renderer/page/route-id.ts'
import { eventPath } from '#renderer/paths.ts'
import { readIssue } from '../../read-issue.ts'

export async function loader(context: LoaderContext) {
  const { desk, routeParams } = context
  const issueId = parseRouteId(routeParams.issueId)
  const eventId = routeParams.eventId?.toLowerCase()
  if (issueId === undefined || eventId === undefined) throw render(404)
  const [mergedInto, issue, event] = await Promise.all([
    desk.issues.findMergedInto(issueId),
    desk.issues.find(issueId),
    desk.events.find(issueId, eventId),
  ])
  if (mergedInto !== undefined) throw redirect(eventPath(mergedInto, eventId))
  if (issue === undefined || event === undefined) throw render(404)
  // These words will name another event tomorrow, but a copied address should keep its meaning.
  if (eventId === 'latest' || eventId === 'recommended') throw redirect(eventPath(issueId, event.eventId))
  return readIssue(context, { issue, event, isRecommended: false })
}
