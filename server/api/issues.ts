import { type Answer, type ApiRequest, answer, isOurOrganization, refuse } from './answer.ts'
import { toIssueAnswer } from './issue-answer.ts'
import { formatLinkHeader, parsePageParameters } from './page-parameters.ts'
import { findNamedProject } from './projects.ts'
import { toReleaseReference } from './release-answer.ts'

export async function listIssues(request: ApiRequest): Promise<Answer> {
  const { desk, query, url, permalinks, now } = request
  const page = parsePageParameters(query)
  if ('fault' in page) return refuse(400, `Cannot list issues: ${page.fault}`)
  const fault = filterFault(query)
  if (fault) return refuse(400, `Cannot list issues: ${fault}`)
  const project = await findNamedProject(request)
  if (!project) return refuse(404, 'Cannot list issues: there is no such project')
  const { items, nextCursor } = await desk.listIssues({ ...page, projectSlug: project.slug })
  return answer(
    items.map((issue) => toIssueAnswer(issue, { project, permalinks, now })),
    { link: formatLinkHeader(url, nextCursor) },
  )
}

/** Sentry's filters that we don't have: issues that were filtered out in a script's mind must not come back. */
function filterFault({ query = '', statsPeriod = '' }: Record<string, unknown>): string | undefined {
  if (query !== '') return 'query is not supported yet; leave it out to list all issues'
  if (statsPeriod !== '' && statsPeriod !== '24h') return 'statsPeriod can only be 24h'
  return undefined
}

export async function getIssue({ desk, params, permalinks, now }: ApiRequest): Promise<Answer> {
  const { issueId = '' } = params
  if (!/^\d{1,15}$/.test(issueId)) return refuse(400, 'Cannot show the issue: its id must be a number')
  const issue = isOurOrganization(params) ? await desk.findIssue(Number(issueId)) : undefined
  if (!issue) return refuse(404, 'Cannot show the issue: there is no such issue')
  const project = await desk.findProject(issue.projectSlug)
  return answer({
    ...toIssueAnswer(issue, { project, permalinks, now }),
    firstRelease: toReleaseReference(issue.firstRelease),
    lastRelease: toReleaseReference(issue.lastRelease),
  })
}
