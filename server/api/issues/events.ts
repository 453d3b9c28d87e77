import { createHash } from 'node:crypto'
import { type Answer, type ApiRequest, answer, isOurOrganization, refuse } from '#server/api/answer.ts'
import { toEventAnswer } from '#server/api/events/answer.ts'
import { isHexId } from '#server/api/events/hex-id.ts'
import { formatLinkHeader, parsePageParameters, withLimit } from '#server/api/page-parameters.ts'
import { parsePeriod } from '#server/api/period.ts'
import { formatTime } from '#server/api/time.ts'
import { formatTitle, isMessage } from '#server/api/title.ts'
import type { EventSummary } from '#server/models/events.ts'
import type { IssueDetail } from '#server/models/issues.ts'
import type { ProjectSummary } from '#server/models/projects.ts'

/** https://docs.sentry.io/api/events/list-an-issues-events/; with `full` each event is whole. */
export async function listIssueEvents(request: ApiRequest): Promise<Answer> {
  const { desk, query, url } = request
  const page = parsePageParameters(withLimit(query))
  if ('refusal' in page) return refuse(400, `Cannot list events: ${page.refusal}`)
  const within = withinOf(request)
  if (within && 'refusal' in within) return refuse(400, `Cannot list events: ${within.refusal}`)
  const { query: words = '' } = query
  if (typeof words !== 'string') return refuse(400, 'Cannot list events: query can be given only once')
  const found = await findIssue(request)
  if (!found) return refuse(404, 'Cannot list events: there is no such issue')
  const { issue, project } = found
  const listed = await (words.trim() === ''
    ? desk.events.list(issue.id, { ...page, within })
    : desk.events.search(issue.id, { ...page, query: words, within }))
  if ('refusal' in listed) return refuse(400, listed.refusal)
  const isFull = query.full !== undefined && query.full !== '0' && query.full !== 'false'
  const events = listed.items.map(async (event) => {
    const whole = isFull ? await desk.events.find(issue.id, event.eventId) : undefined
    return whole ? toEventAnswer(whole, issue) : toEventSummaryAnswer(event, issue, project)
  })
  return answer(await Promise.all(events), { link: formatLinkHeader(url, listed.nextCursor) })
}

/** The period in which events arrived; undefined for all times. */
function withinOf({ query, now }: ApiRequest) {
  if ([query.statsPeriod, query.start, query.end].every((given) => given === undefined || given === ''))
    return undefined
  const period = parsePeriod(query, now)
  return 'refusal' in period ? period : { from: period.start, before: period.end }
}

const PLACES = new Set(['latest', 'oldest', 'recommended'])

/** https://docs.sentry.io/api/events/retrieve-an-issue-event/ */
export async function getIssueEvent(request: ApiRequest): Promise<Answer> {
  const { eventId = '' } = request.params
  if (!PLACES.has(eventId) && !isHexId(eventId)) {
    const names = 'latest, oldest, recommended or 32 hexadecimal characters'
    return refuse(400, `Cannot show the event: its id must be ${names}`)
  }
  const issue = (await findIssue(request))?.issue
  const event = issue && (await request.desk.events.find(issue.id, eventId))
  if (!event) return refuse(404, 'Cannot show the event: the issue has no event with this id')
  return answer(toEventAnswer(event, issue))
}

/** The keys by which events come to the issue: https://docs.sentry.io/api/events/list-an-issues-hashes/ */
export async function listIssueHashes(request: ApiRequest): Promise<Answer> {
  const { desk } = request
  const found = await findIssue(request)
  const handling = found && (await desk.issues.findHandling(found.issue.id))
  if (!handling) return refuse(404, 'Cannot list hashes: there is no such issue')
  const { issue, project } = found
  const hashes = handling.groupings.map(async ({ version, key, latest }) => {
    const isOnly = handling.groupings.length === 1
    const eventId = isOnly ? 'latest' : latest?.eventId
    const event = eventId === undefined ? undefined : await desk.events.find(issue.id, eventId)
    return {
      id: hashOf(version, key),
      latestEvent: event ? toEventSummaryAnswer(event, issue, project) : null,
    }
  })
  return answer(await Promise.all(hashes))
}

/** Our keys are texts of any length; 32 hexadecimal characters are what clients expect. */
function hashOf(version: number, key: string): string {
  return createHash('sha256').update(`${version}:${key}`).digest('hex').slice(0, 32)
}

async function findIssue({ desk, params }: ApiRequest) {
  const issueId = Number(params.issueId)
  if (!isOurOrganization(params)) return undefined
  const issue = (await desk.issues.find(issueId)) ?? (await findMerged(desk.issues, issueId))
  return issue && { issue, project: await desk.projects.find(issue.projectSlug) }
}

async function findMerged(issues: ApiRequest['desk']['issues'], issueId: number) {
  const mergedInto = await issues.findMergedInto(issueId)
  return mergedInto === undefined ? undefined : issues.find(mergedInto)
}

/** What lists show of an event: `tags` are those that have columns, since lists read no payloads. */
export function toEventSummaryAnswer(
  event: EventSummary,
  issue: Pick<IssueDetail, 'type' | 'culprit'>,
  project: Pick<ProjectSummary, 'id'> | undefined,
) {
  const kind = { type: issue.type, value: event.value }
  const type = isMessage(issue) ? 'default' : 'error'
  const tags = { level: event.level, environment: event.environment, release: event.release }
  return {
    id: event.eventId,
    eventID: event.eventId,
    groupID: String(event.issueId),
    projectID: project ? String(project.id) : null,
    'event.type': type,
    title: formatTitle(kind),
    message: event.value,
    culprit: issue.culprit,
    location: null,
    platform: null,
    metadata: isMessage(issue) ? { title: formatTitle(kind) } : kind,
    user: event.userLabel === null ? null : { id: null, display_name: event.userLabel },
    tags: Object.entries(tags).flatMap(([key, value]) => (value === null ? [] : [{ key, value }])),
    dateCreated: formatTime(event.timestamp),
    crashFile: null,
  }
}
