import { render } from 'vike/abort'
import { boundEvent } from '#renderer/page/bound-event.ts'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { asSent, stackForms } from '#renderer/views/event/stack/frames-as-sent.ts'
import { bucketsOfTrend } from '#renderer/views/issue/trend/trend-text.ts'
import type { EventDetail, EventSearch } from '#server/models/events.ts'
import type { IssueDetail } from '#server/models/issues.ts'
import { namesOfTrend, trendPeriod } from './trend-period.ts'

const EVENTS_A_PAGE = 20

interface ShownIssue {
  issue: IssueDetail
  /** Undefined when no event of the issue is stored any more. */
  event: EventDetail | undefined
  /** The event was chosen for the reader, not by the address. */
  isRecommended: boolean
}

/** Reads what the page of an issue shows; the page of an event is the same with another event. */
export async function readIssue(
  { desk, url, viewer, now, preferences }: LoaderContext,
  { issue, event, isRecommended }: ShownIssue,
) {
  const cursor = url.searchParams.get('cursor') ?? undefined
  const query = url.searchParams.get('query')?.trim() ?? ''
  const moment = { now, firstSeen: issue.firstSeen, zone: preferences.zone }
  const { range, buckets: asked, refusal, periodParams } = trendPeriod(url.searchParams, moment)
  const bars = { start: asked.start, barMs: asked.stepMs, bars: asked.count }
  const readingHistory = desk.issues.readHistory(issue.id, bars)
  const readBuckets = async () => {
    const read = await readingHistory
    return read === undefined ? asked : bucketsOfTrend(read)
  }
  const readWithin = async () => {
    if (range !== 'chosen') return undefined
    const { start, end } = await readBuckets()
    return { from: start, before: end }
  }
  const [
    history,
    buckets,
    shown,
    oldestKept,
    events,
    handling,
    assignees,
    tags,
    similar,
    editor,
    suggested,
    offers,
    linked,
    acknowledged,
    suspects,
    repository,
  ] = await Promise.all([
    readingHistory,
    readBuckets(),
    event && readEvent(desk, event, url),
    desk.events.findOldestArrival(issue.id),
    listEvents(desk, issue.id, { query, limit: EVENTS_A_PAGE, cursor }, readWithin()),
    desk.issues.findHandling(issue.id),
    desk.accounts.listAssignees(issue.projectSlug),
    desk.issues.listTags(issue.id),
    desk.issues.listSimilar(issue.id),
    desk.editor.find(),
    event === undefined ? [] : desk.ownership.listSuggested(issue.projectSlug, event.payload),
    desk.trackers.listOffers(issue.id),
    desk.trackers.listLinked(issue.id),
    desk.acknowledging.find(issue.id),
    event === undefined ? [] : desk.releases.listSuspects(issue, event),
    findRepository(desk, issue.projectSlug, event),
  ])
  if (handling === undefined) throw render(404) // The issue has been deleted since.
  const names = namesOfTrend({ range, buckets }, moment)
  return {
    issue: shown?.stackForms?.shown === 'sent' ? withSentTitle(issue, shown.event) : issue,
    shown: shown ?? null,
    isRecommended,
    handling,
    assignees,
    suggested,
    trackers: { offers, linked },
    acknowledged: acknowledged ?? null,
    suspects,
    repository: suspects.length === 0 ? undefined : repository,
    viewerId: viewer?.id ?? 0,
    history: history ?? null,
    range,
    rangeName: names.name,
    ...(names.users !== null && { usersName: names.users }),
    refusal,
    periodParams,
    similar,
    editor,
    /** True when its first events have been deleted but are still counted. */
    isBeginningGone: oldestKept !== undefined && oldestKept > issue.firstSeen,
    events,
    query,
    tags: tags ?? [],
    isFirstPage: cursor === undefined,
  }
}

/** Finds the address of the project's repository, where commits are shown, beside the commits that an event has. */
async function findRepository(
  desk: LoaderContext['desk'],
  projectSlug: string,
  event: EventDetail | undefined,
): Promise<string | undefined> {
  if (event === undefined) return undefined
  return (await desk.projects.settings.read(projectSlug, 'repository'))?.value.url
}

/** The events below an issue: those that match, of the chosen period. */
async function listEvents(
  desk: LoaderContext['desk'],
  issueId: number,
  page: EventSearch,
  within: Promise<EventSearch['within']>,
) {
  const asked = { ...page, within: await within }
  const none = { items: [], nextCursor: null, searchedUntil: null, refusal: null }
  if (asked.query === '') return { ...none, ...(await desk.events.list(issueId, asked)) }
  return { ...none, ...(await desk.events.search(issueId, asked)) }
}

/** Whoever looks at frames as sent reads where the event happened by them, too. */
function withSentTitle(issue: IssueDetail, { titles }: EventDetail): IssueDetail {
  return titles === null ? issue : { ...issue, type: titles.sent.type, culprit: titles.sent.culprit }
}

/** A large event is only shown in full on request. */
async function readEvent(desk: LoaderContext['desk'], found: EventDetail, url: URL) {
  const forms = stackForms(found.payload, url)
  const event = forms?.shown === 'sent' ? { ...found, payload: asSent(found.payload) } : found
  const [view, relatedEvents] = await Promise.all([
    desk.events.readView(event),
    desk.events.listRelated(event),
  ])
  const isWhole = url.searchParams.get('show') === 'all'
  const shown = isWhole ? { event, leftOut: [] } : boundEvent(event)
  return { ...shown, view, relatedEvents, stackForms: forms }
}
