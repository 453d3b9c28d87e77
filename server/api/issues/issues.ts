import { type Answer, type ApiRequest, answer, isOurOrganization, refuse } from '#server/api/answer.ts'
import { environmentTerms } from '#server/api/environment-terms.ts'
import { formatLinkHeader, LONGEST_PAGE, parsePageParameters } from '#server/api/page-parameters.ts'
import { parsePeriod } from '#server/api/period.ts'
import { ORGANIZATION } from '#server/api/projects/answer.ts'
import {
  type AskedProjects,
  findAskedProjects,
  findNamedProject,
  findProjectsOf,
} from '#server/api/projects/projects.ts'
import { toReleaseReference } from '#server/api/releases/answer.ts'
import type { Desk } from '#server/desk/desk.ts'
import type { IssueDetail, IssueFilter } from '#server/models/issues.ts'
import { MINUTE_MS } from '#server/protocol/time.ts'
import { parseTwoWayCursor } from '#server/store/engine/two-way-cursor.ts'
import { toIssueAnswer } from './answer.ts'
import { toHandlingAnswer } from './handling-answer.ts'

/** Lists a project's issues: https://docs.sentry.io/api/events/list-a-projects-issues/. */
export async function listProjectIssues(request: ApiRequest): Promise<Answer> {
  const project = await findNamedProject(request)
  if (!project) return refuse(404, 'Cannot list issues: there is no such project')
  return listIssues(request, { slug: project.slug, isWithoutOwn: false })
}

/** Lists the issues of the projects that `project` asks for, as Sentry's newer clients ask. */
export async function listOrganizationIssues(request: ApiRequest): Promise<Answer> {
  if (!isOurOrganization(request.params))
    return refuse(404, 'Cannot list issues: there is no such organization')
  const { project, environment } = request.query
  const isOne = [project, environment].every((given) => !Array.isArray(given) || given.length < 2)
  if (!isOne) return listOfSeveral(request)
  const asked = await findAskedProjects(request)
  if (!asked) return refuse(404, 'Cannot list issues: there is no such project')
  return listIssues(request, asked)
}

/** Several projects or environments, as Grafana asks for them, are terms of the search. Counts are of all environments then. */
async function listOfSeveral(request: ApiRequest): Promise<Answer> {
  const { project, environment, query = '', ...others } = request.query
  if (typeof query !== 'string') return refuse(400, 'Cannot list issues: query can be given only once')
  const asked = await findProjectsOf(request)
  if (!asked) return refuse(404, 'Cannot list issues: there is no such project')
  const isNamed = project !== undefined && !asked.isWithoutOwn
  const terms = [
    ...(isNamed ? [`project:[${asked.projects.map(({ slug }) => slug).join(', ')}]`] : []),
    ...environmentTerms(environment),
    ...(query.trim() === '' ? [] : [`(${query})`]),
  ]
  return listIssues(
    { ...request, query: { ...others, query: terms.join(' ') } },
    {
      slug: undefined,
      isWithoutOwn: asked.isWithoutOwn,
    },
  )
}

async function listIssues(
  { desk, query, url, permalinks, now }: ApiRequest,
  { slug: projectSlug, isWithoutOwn }: Omit<AskedProjects, 'projects'>,
): Promise<Answer> {
  const page = parsePageParameters(withinLimit(query), parseTwoWayCursor)
  if ('refusal' in page) return refuse(400, `Cannot list issues: ${page.refusal}`)
  const refusal = filterError(query)
  if (refusal) return refuse(400, `Cannot list issues: ${refusal}`)
  const asked = scopeOf(query, now)
  if ('refusal' in asked) return refuse(400, `Cannot list issues: ${asked.refusal}`)
  const found = await desk.issues.search({
    ...{ ...page, ...asked, projectSlug, isWithoutOwn },
    query: textOf(query.query),
    sort: textOf(query.sort),
  })
  if ('refusal' in found) return refuse(400, found.refusal)
  // A search can name a project that was not asked for.
  const ids = found.items.map(({ id }) => id)
  const [projects, platforms, marks] = await Promise.all([
    desk.projects.list(),
    desk.issues.listPlatforms(ids),
    desk.issues.readMarks(ids),
  ])
  return answer(
    found.items.map((issue) => {
      const project = projects.find(({ slug }) => slug === issue.projectSlug)
      const platform = platforms.get(issue.id)
      return toIssueAnswer(issue, { platform, marks: marks.get(issue.id), project, permalinks, now })
    }),
    { link: formatLinkHeader(url, found.nextCursor, found.previousCursor) },
  )
}

/** Grafana asks for up to 10,000 issues at once, and takes what comes. */
function withinLimit({ limit, ...query }: ApiRequest['query']): ApiRequest['query'] {
  if (limit === undefined) return query
  const isLarger = typeof limit === 'string' && /^\d{3,5}$/.test(limit) && Number(limit) > LONGEST_PAGE
  return { ...query, limit: isLarger ? String(LONGEST_PAGE) : limit }
}

function textOf(parameter: unknown): string | undefined {
  return typeof parameter === 'string' && parameter !== '' ? parameter : undefined
}

/** Sentry takes some of these repeatedly: a script must not receive issues that it filters out. */
function filterError(parameters: Record<string, unknown>): string | undefined {
  const repeated = ['query', 'sort', 'project', 'environment'].find(
    (name) => parameters[name] !== undefined && typeof parameters[name] !== 'string',
  )
  return repeated === undefined ? undefined : `${repeated} can be given only once`
}

/**
 * The environment and the period that an issue must have happened in, and that its counts are of. Without a period, or with
 * an empty `statsPeriod`, issues and counts are of all times.
 */
function scopeOf(
  query: ApiRequest['query'],
  now: number,
): Pick<IssueFilter, 'environment' | 'lastSeen'> | { refusal: string } {
  const environment = textOf(query.environment)
  const { statsPeriod = '', start, end } = query
  if (statsPeriod === '' && start === undefined && end === undefined) return { environment }
  const period = parsePeriod(query, now)
  if ('refusal' in period) return period
  // By minutes, so that a script that asks again is answered from memory.
  const from = Math.floor(period.start / MINUTE_MS) * MINUTE_MS
  return { environment, lastSeen: period.end < now ? { from, before: period.end } : { from } }
}

export async function getIssue({ desk, params, permalinks, now }: ApiRequest): Promise<Answer> {
  const { issueId = '' } = params
  const issue = isOurOrganization(params) ? await findMergedOr(desk, Number(issueId)) : undefined
  const handling = issue && (await desk.issues.findHandling(issue.id))
  if (!handling) return refuse(404, 'Cannot show the issue: there is no such issue')
  return answer({
    ...(await describeIssue({ desk, permalinks, now }, issue)),
    ...toHandlingAnswer(handling),
    firstRelease: toReleaseReference(issue.firstRelease),
    lastRelease: toReleaseReference(issue.lastRelease),
  })
}

/** Makes the answer of one issue, as lists have it. */
export async function describeIssue(
  { desk, permalinks, now }: Pick<ApiRequest, 'desk' | 'permalinks' | 'now'>,
  issue: IssueDetail,
) {
  const [project, platforms, marks] = await Promise.all([
    desk.projects.find(issue.projectSlug),
    desk.issues.listPlatforms([issue.id]),
    desk.issues.readMarks([issue.id]),
  ])
  const platform = platforms.get(issue.id)
  return toIssueAnswer(issue, { platform, marks: marks.get(issue.id), project, permalinks, now })
}

/** A merged issue answers as the issue that it is part of now. */
async function findMergedOr(desk: Desk, issueId: number): Promise<IssueDetail | undefined> {
  const issue = await desk.issues.find(issueId)
  if (issue) return issue
  const mergedInto = await desk.issues.findMergedInto(issueId)
  return mergedInto === undefined ? undefined : desk.issues.find(mergedInto)
}

/** https://docs.sentry.io/api/organizations/resolve-a-short-id/ */
export async function getShortId({ desk, params, permalinks, now }: ApiRequest): Promise<Answer> {
  const { shortId = '' } = params
  const issueId = isOurOrganization(params) ? await desk.issues.findByShortId(shortId) : undefined
  const issue = issueId === undefined ? undefined : await desk.issues.find(issueId)
  if (!issue) return refuse(404, 'Cannot show the issue: no issue has this short id')
  return answer({
    organizationSlug: ORGANIZATION.slug,
    projectSlug: issue.projectSlug,
    groupId: String(issue.id),
    shortId: issue.shortId,
    group: await describeIssue({ desk, permalinks, now }, issue),
  })
}
