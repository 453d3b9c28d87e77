import { render } from 'vike/abort'
import { boundEvent } from '#renderer/page/bound-event.ts'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { asSent, stackForms } from '#renderer/views/event/stack/frames-as-sent.ts'
import { bucketsOfTrend } from '#renderer/views/issue/trend/trend-text.ts'
import type { IssuePlace } from '#server/desk/issues/find-issues.ts'
import type { EventDetail, EventSearch } from '#server/models/events.ts'
import type { IssueDetail } from '#server/models/issues.ts'
import { namesOfTrend, trendPeriod } from './trend-period.ts'

const EVENTS_A_PAGE = 20

interface AskedIssue {
  issueId: number
  /** Undefined when there is no such event, or when no event of the issue is stored any more. */
  findingEvent: Promise<EventDetail | undefined>
  /** The event was chosen for the reader, not by the address. */
  isRecommended: boolean
}

/**
 * Reads what the page of an issue shows; the page of an event is the same with another event. Undefined when there is no such
 * issue. What needs neither the whole issue nor the event is read beside them: a database may be far away.
 */
export async function readIssue(
  context: LoaderContext,
  { issueId, findingEvent, isRecommended }: AskedIssue,
) {
  const { desk, viewer } = context
  const finding = Promise.all([desk.issues.find(issueId), findingEvent])
  const [[issue], around, ofEvent] = await Promise.all([
    finding,
    desk.issues.findPlace(issueId).then((place) => place && readAround(context, place)),
    finding.then(([issue, event]) => issue && event && readOfEvent(context, issue, event)),
  ])
  if (issue === undefined || around === undefined) return undefined
  const { handling, oldestKept, ...rest } = around
  if (handling === undefined) throw render(404) // The issue has been deleted since.
  const { shown = null, suspects = [], suggested = [], repository } = ofEvent ?? {}
  return {
    ...rest,
    issue: shown?.stackForms?.shown === 'sent' ? withSentTitle(issue, shown.event) : issue,
    shown,
    isRecommended,
    handling,
    suggested,
    suspects,
    repository: suspects.length === 0 ? undefined : repository,
    viewerId: viewer?.id ?? 0,
    /** True when its first events have been deleted but are still counted. */
    isBeginningGone: oldestKept !== undefined && oldestKept > issue.firstSeen,
  }
}

/** Reads what does not depend on the shown event. */
async function readAround({ desk, url, now, preferences }: LoaderContext, issue: IssuePlace) {
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
    oldestKept,
    events,
    handling,
    assignees,
    tags,
    similar,
    editor,
    offers,
    linked,
    acknowledged,
  ] = await Promise.all([
    readingHistory,
    readBuckets(),
    desk.events.findOldestArrival(issue.id),
    listEvents(desk, issue.id, { query, limit: EVENTS_A_PAGE, cursor }, readWithin()),
    desk.issues.findHandling(issue.id),
    desk.accounts.listAssignees(issue.projectSlug),
    desk.issues.listTags(issue.id),
    desk.issues.listSimilar(issue.id),
    desk.editor.find(),
    desk.trackers.listOffers(issue.id),
    desk.trackers.listLinked(issue.id),
    desk.acknowledging.find(issue.id),
  ])
  const names = namesOfTrend({ range, buckets }, moment)
  return {
    handling,
    oldestKept,
    assignees,
    trackers: { offers, linked },
    acknowledged: acknowledged ?? null,
    history: history ?? null,
    range,
    rangeName: names.name,
    ...(names.users !== null && { usersName: names.users }),
    refusal,
    periodParams,
    similar,
    editor,
    events,
    query,
    tags: tags ?? [],
    isFirstPage: cursor === undefined,
  }
}

/** Reads the shown event and what follows from it. */
async function readOfEvent({ desk, url }: LoaderContext, issue: IssueDetail, event: EventDetail) {
  const [shown, suggested, suspects, repository] = await Promise.all([
    readEvent(desk, event, url),
    desk.ownership.listSuggested(issue.projectSlug, event.payload),
    desk.releases.listSuspects(issue, event),
    desk.projects.settings.read(issue.projectSlug, 'repository'),
  ])
  return { shown, suggested, suspects, repository: repository?.value.url }
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
