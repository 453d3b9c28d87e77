import { redirect, render } from 'vike/abort'
import { parseDigest, parseEventId } from '#renderer/format/digest-text.ts'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { eventPath, issuePath, type Path } from '#renderer/paths.ts'

export async function loader({ desk, routeParams }: LoaderContext): Promise<never> {
  const digest = parseDigest(routeParams.digest ?? '')
  const path = digest === undefined ? undefined : await pathOf(digest, desk)
  if (path === undefined) throw render(404)
  throw redirect(path)
}

async function pathOf(digest: string, desk: LoaderContext['desk']): Promise<Path | undefined> {
  // The digest is parsed like a search, so that a sentence around it does no harm.
  const match = (await desk.search.findByDigest(digest)) ?? (await desk.search.findTarget(digest))
  if (match !== undefined) {
    return match.kind === 'event' ? eventPath(match.issueId, match.eventId) : issuePath(match.issueId)
  }
  const eventId = parseEventId(digest)
  if (eventId === undefined) return undefined
  for (const project of await desk.projects.list()) {
    const event = await desk.events.findInProject(project.id, eventId)
    if (event !== undefined) return eventPath(event.issueId, event.eventId)
  }
  return undefined
}
