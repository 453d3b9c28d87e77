import { redirect, render } from 'vike/abort'
import { boundEvent } from '../../../renderer/bound-event.ts'
import type { LoaderContext } from '../../../renderer/loader.ts'
import { issuePath } from '../../../renderer/paths.ts'
import { parseRouteId } from '../../../renderer/route-id.ts'
import { readScope } from '../../../renderer/scope.ts'
import type { TrendRange } from '../../../renderer/ui/issue/Trend.tsx'

const EVENTS_A_PAGE = 20
const DAY_MS = 86_400_000
const BARS: Record<TrendRange, { bars: number; barHours: number }> = {
  '24h': { bars: 24, barHours: 1 },
  '14d': { bars: 56, barHours: 6 },
}

export async function loader({ desk, routeParams, url, viewer, now }: LoaderContext) {
  const issueId = parseRouteId(routeParams.issueId)
  const issue = issueId === undefined ? undefined : await desk.findIssue(issueId)
  if (issue === undefined) {
    const mergedInto = issueId === undefined ? undefined : await desk.findMergedInto(issueId)
    if (mergedInto === undefined) throw render(404)
    throw redirect(issuePath(mergedInto) as `/${string}`) // ours begin so
  }
  const cursor = url.searchParams.get('cursor') ?? undefined
  const range = rangeOf(url.searchParams, now, issue.firstSeen)
  const [latest, oldestKept, events, handling, accounts, tags, history, similar, editor] = await Promise.all([
    desk.findEvent(issue.id, 'latest'),
    desk.findOldestKept(issue.id),
    desk.listEvents(issue.id, { limit: EVENTS_A_PAGE, ...(cursor === undefined ? {} : { cursor }) }),
    desk.findHandling(issue.id),
    desk.listAccounts(),
    desk.listIssueTags(issue.id),
    desk.readIssueHistory(issue.id, BARS[range]),
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

/** What is asked for; else a day for what is new, and a fortnight, which shows what releases changed, for the rest. */
function rangeOf(parameters: URLSearchParams, now: number, firstSeen: number): TrendRange {
  const ownPeriod = now - firstSeen < DAY_MS ? '24h' : '14d'
  const { start, end } = readScope(parameters, now, ownPeriod).scope.period
  return end - start > DAY_MS ? '14d' : '24h'
}
