import { type Answer, type ApiRequest, answer, isOurOrganization, refuse } from '#server/api/answer.ts'
import { findNamedProject } from '#server/api/projects/projects.ts'
import type { IssueRequest } from '#server/models/issue-changes.ts'
import { parseShortId } from '#server/protocol/short-id.ts'
import { toStatusDetails } from './handling-answer.ts'
import { getIssue } from './issues.ts'
import { parseIssueUpdate } from './update.ts'

/** Changes one issue and answers with its new state. https://docs.sentry.io/api/events/update-an-issue/ */
export async function updateIssue(request: ApiRequest): Promise<Answer> {
  const ids = await idsOf(request, request.params.issueId)
  const changed = await change(request, ids, await requestsOf(request))
  return 'status' in changed ? changed : getIssue(request)
}

/**
 * Changes several, `?id=1&id=2`, and answers with the changes.
 * https://docs.sentry.io/api/events/bulk-mutate-an-organizations-issues/
 */
export async function updateIssues(request: ApiRequest): Promise<Answer> {
  const requests = await requestsOf(request)
  const changed = await change(request, await idsOf(request, request.query.id), requests)
  if ('status' in changed) return changed
  const { body } = request
  const fields = typeof body === 'object' && body !== null ? body : {}
  if (changed.mergedInto === undefined) {
    const [first] = changed.issueIds
    const handling = first === undefined ? undefined : await request.desk.issues.findHandling(first)
    return answer({ ...fields, ...(handling ? { statusDetails: toStatusDetails(handling.state) } : {}) })
  }
  const parent = String(changed.mergedInto)
  const children = changed.issueIds.map(String).filter((id) => id !== parent)
  return answer({ ...fields, merge: { parent, children } })
}

/** The same within a project: https://docs.sentry.io/api/events/bulk-mutate-a-list-of-issues/ */
export async function updateProjectIssues(request: ApiRequest): Promise<Answer> {
  const { desk, query } = request
  const project = await findNamedProject(request)
  if (!project) return refuse(404, 'Cannot change issues: there is no such project')
  const ids = (await idsOf(request, query.id)) ?? []
  const issues = await Promise.all(ids.map((id) => desk.issues.find(id)))
  const strange = issues.some((issue) => issue?.projectSlug !== project.slug)
  return strange ? refuse(404, 'Cannot change issues: there is no such issue') : updateIssues(request)
}

/** The issues disappear at once and their data is deleted later: 202, as Sentry answers. */
export async function deleteIssues(request: ApiRequest): Promise<Answer> {
  const ids = await idsOf(request, request.params.issueId ?? request.query.id)
  const changed = await change(request, ids, { requests: [{ kind: 'delete' }] })
  return 'status' in changed ? changed : { status: 202, headers: {}, body: {} }
}

type Requests = { requests: IssueRequest[] } | { refusal: string }

async function requestsOf({ desk, body }: ApiRequest): Promise<Requests> {
  const [accounts, teams] = await Promise.all([desk.accounts.list(), desk.accounts.listTeams()])
  return parseIssueUpdate(body, (assignee) => {
    const [, team] = /^(?:team:|#)(.*)$/s.exec(assignee) ?? []
    if (team !== undefined) {
      const found = teams.find(({ id, slug }) => String(id) === team || slug === team)
      return found && { kind: 'assign-team', teamId: found.id }
    }
    const name = assignee.replace(/^user:/, '')
    const found = accounts.find(({ id, email }) => String(id) === name || email === name.toLowerCase())
    return found && { kind: 'assign', accountId: found.id }
  })
}

async function change(
  { desk, params }: ApiRequest,
  ids: number[] | undefined,
  asked: Requests,
): Promise<Answer | { issueIds: number[]; mergedInto?: number }> {
  if (ids === undefined)
    return refuse(
      400,
      'Cannot change issues: at least one id is required, and each must be a number or a short id',
    )
  if ('refusal' in asked) return refuse(400, `Cannot change issues: ${asked.refusal}`)
  const changed = isOurOrganization(params)
    ? await desk.issues.change(ids, asked.requests)
    : { issueIds: [], shortIds: [] }
  if ('refusal' in changed) return refuse(400, changed.refusal)
  return changed.issueIds.length === 0 ? refuse(404, 'Cannot change issues: there is no such issue') : changed
}

/** Reads numbers and short ids. One that no issue has becomes 0, the number of none; undefined where one is neither. */
async function idsOf({ desk }: ApiRequest, given: unknown): Promise<number[] | undefined> {
  const names = [given ?? []].flat()
  if (names.length === 0) return undefined
  const ids = names.map(async (name) => {
    if (typeof name !== 'string') return undefined
    if (/^\d{1,15}$/.test(name)) return Number(name)
    return parseShortId(name) && ((await desk.issues.findByShortId(name)) ?? 0)
  })
  const found = await Promise.all(ids)
  return found.every((id) => id !== undefined) ? found : undefined
}
