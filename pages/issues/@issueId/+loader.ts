import { redirect, render } from 'vike/abort'
import { boundEvent } from '#renderer/page/bound-event.ts'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { parseRouteId } from '#renderer/page/route-id.ts'
import { issuePath } from '#renderer/paths.ts'
import { trendPeriod } from './trend-period.ts'

const EVENTS_A_PAGE = 20

export async function loader({ desk, routeParams, url, viewer, now, preferences }: LoaderContext) {
  const issueId = parseRouteId(routeParams.issueId)
  const issue = issueId === undefined ? undefined : await desk.issues.find(issueId)
  if (issue === undefined) {
    const mergedInto = issueId === undefined ? undefined : await desk.issues.findMergedInto(issueId)
    if (mergedInto === undefined) throw render(404)
    throw redirect(issuePath(mergedInto))
  }
  const cursor = url.searchParams.get('cursor') ?? undefined
  const { firstSeen } = issue
  const { zone } = preferences
  const shownPeriod = trendPeriod(url.searchParams, { now, firstSeen, zone })
  const { range, name, buckets, refusal, periodParams } = shownPeriod
  const within = range === 'chosen' ? { from: buckets.start, before: buckets.end } : undefined
  const [latest, oldestKept, events, handling, accounts, tags, history, similar, editor] = await Promise.all([
    desk.events.find(issue.id, 'latest'),
    desk.events.findOldestArrival(issue.id),
    desk.events.list(issue.id, { limit: EVENTS_A_PAGE, cursor, within }),
    desk.issues.findHandling(issue.id),
    desk.accounts.list(),
    desk.issues.listTags(issue.id),
    desk.issues.readHistory(issue.id, { start: buckets.start, barMs: buckets.stepMs, bars: buckets.count }),
    desk.issues.listSimilar(issue.id),
    desk.editor.find(),
  ])
  if (handling === undefined) throw render(404) // The issue has been deleted since.
  const [view, otherSides] =
    latest === undefined
      ? [null, []]
      : await Promise.all([desk.events.readView(latest), desk.events.listRelated(latest)])
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
    periodParams,
    similar,
    editor,
    /** True when its first events have been deleted but are still counted. */
    isBeginningGone: oldestKept !== undefined && oldestKept > issue.firstSeen,
    events: events.items,
    tags: tags ?? [],
    nextCursor: events.nextCursor,
    isFirstPage: cursor === undefined,
  }
}
