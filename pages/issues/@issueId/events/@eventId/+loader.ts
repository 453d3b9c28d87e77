import { redirect, render } from 'vike/abort'
import { boundEvent } from '#renderer/page/bound-event.ts'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { parseRouteId } from '#renderer/page/route-id.ts'
import { eventPath } from '#renderer/paths.ts'

export async function loader({ desk, routeParams, url }: LoaderContext) {
  const issueId = parseRouteId(routeParams.issueId)
  const eventId = routeParams.eventId?.toLowerCase()
  if (issueId === undefined || eventId === undefined) throw render(404)
  const mergedInto = await desk.issues.findMergedInto(issueId)
  if (mergedInto !== undefined) throw redirect(eventPath(mergedInto, eventId))
  const [issue, event] = await Promise.all([desk.issues.find(issueId), desk.events.find(issueId, eventId)])
  if (issue === undefined || event === undefined) throw render(404)
  // `latest` will name another event tomorrow, but a copied address should keep its meaning.
  if (eventId === 'latest') throw redirect(eventPath(issueId, event.eventId))
  const [otherSides, view, editor] = await Promise.all([
    desk.events.listRelated(event),
    desk.events.readView(event),
    desk.editor.find(),
  ])
  // A large event is only shown in full on request.
  const shown = url.searchParams.get('show') === 'all' ? { event, leftOut: [] } : boundEvent(event)
  return { issue, ...shown, otherSides, view, editor }
}
