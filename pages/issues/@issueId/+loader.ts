import { redirect, render } from 'vike/abort'
import type { LoaderContext } from '../../../renderer/loader.ts'
import { issuePath } from '../../../renderer/paths.ts'
import { parseRouteId } from '../../../renderer/route-id.ts'

const EVENTS_A_PAGE = 20

export async function loader({ desk, routeParams, url, viewer }: LoaderContext) {
  const issueId = parseRouteId(routeParams.issueId)
  const issue = issueId === undefined ? undefined : await desk.findIssue(issueId)
  if (issue === undefined) {
    const mergedInto = issueId === undefined ? undefined : await desk.findMergedInto(issueId)
    if (mergedInto === undefined) throw render(404)
    throw redirect(issuePath(mergedInto) as `/${string}`) // ours begin so
  }
  const cursor = url.searchParams.get('cursor') ?? undefined
  const [latest, oldestKept, events, handling, accounts, tags] = await Promise.all([
    desk.findEvent(issue.id, 'latest'),
    desk.findOldestKept(issue.id),
    desk.listEvents(issue.id, { limit: EVENTS_A_PAGE, ...(cursor === undefined ? {} : { cursor }) }),
    desk.findHandling(issue.id),
    desk.listAccounts(),
    desk.listIssueTags(issue.id),
  ])
  if (handling === undefined) throw render(404) // deleted since
  return {
    issue,
    handling,
    accounts,
    viewerId: viewer?.id ?? 0,
    latest: latest ?? null,
    /** Its first events are gone, and it still counts them. */
    isBeginningGone: oldestKept !== undefined && oldestKept > issue.firstSeen,
    events: events.items,
    tags: tags ?? [],
    nextCursor: events.nextCursor,
    isFirstPage: cursor === undefined,
  }
}
