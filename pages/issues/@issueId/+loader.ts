import { redirect, render } from 'vike/abort'
import { boundEvent } from '#renderer/page/bound-event.ts'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { parseRouteId } from '#renderer/page/route-id.ts'
import { issuePath } from '#renderer/paths.ts'
import { trendPeriod } from './trend-period.ts'

const EVENTS_A_PAGE = 20

export async function loader({ desk, routeParams, url, viewer, now }: LoaderContext) {
  const issueId = parseRouteId(routeParams.issueId)
  const issue = issueId === undefined ? undefined : await desk.findIssue(issueId)
  if (issue === undefined) {
    const mergedInto = issueId === undefined ? undefined : await desk.findMergedInto(issueId)
    if (mergedInto === undefined) throw render(404)
    throw redirect(issuePath(mergedInto))
  }
  const cursor = url.searchParams.get('cursor') ?? undefined
  const { range, name, buckets, refusal, kept } = trendPeriod(url.searchParams, now, issue.firstSeen)
  const within = range === 'chosen' ? { from: buckets.start, before: buckets.end } : undefined
  const [latest, oldestKept, events, handling, accounts, tags, history, similar, editor] = await Promise.all([
    desk.findEvent(issue.id, 'latest'),
    desk.findOldestKept(issue.id),
    desk.listEvents(issue.id, { limit: EVENTS_A_PAGE, cursor, within }),
    desk.findHandling(issue.id),
    desk.listAccounts(),
    desk.listIssueTags(issue.id),
    desk.readIssueHistory(issue.id, { start: buckets.start, barMs: buckets.stepMs, bars: buckets.count }),
    desk.listSimilarIssues(issue.id),
    desk.findEditor(),
  ])
  if (handling === undefined) throw render(404) // deleted since
  const [view, otherSides] =
    latest === undefined
      ? [null, []]
      : await Promise.all([desk.readEventView(latest), desk.listOtherSides(latest)])
  const shown = latest && boundEvent(latest)
  return {
    issue,
    handling,
    accounts,
    viewerId: viewer?.id ?? 0,
    latest: shown?.event ?? null,
    leftOut: shown?.leftOut ?? [],
    view,
    otherSides,
    history: history ?? null,
    range,
    rangeName: name,
    refusal,
    kept,
    similar,
    editor,
    /** Its first events are gone, and it still counts them. */
    isBeginningGone: oldestKept !== undefined && oldestKept > issue.firstSeen,
    events: events.items,
    tags: tags ?? [],
    nextCursor: events.nextCursor,
    isFirstPage: cursor === undefined,
  }
}
