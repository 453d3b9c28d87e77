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
  const findingEvent = desk.events.find(issueId, eventId)
  // These words will name another event tomorrow, but a copied address should keep its meaning.
  if (eventId === 'latest' || eventId === 'recommended') {
    const event = await findingEvent
    if (event !== undefined) throw redirect(eventPath(issueId, event.eventId))
  }
  const [mergedInto, event, read] = await Promise.all([
    desk.issues.findMergedInto(issueId),
    findingEvent,
    readIssue(context, { issueId, findingEvent, isRecommended: false }),
  ])
  if (mergedInto !== undefined) throw redirect(eventPath(mergedInto, eventId))
  if (event === undefined || read === undefined) throw render(404)
  return read
}
