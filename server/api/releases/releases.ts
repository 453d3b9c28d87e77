import { type Answer, type ApiRequest, answer, isOurOrganization, refuse } from '#server/api/answer.ts'
import { environmentTerms } from '#server/api/environment-terms.ts'
import { formatLinkHeader, parsePageParameters, withLimit } from '#server/api/page-parameters.ts'
import { parseBody } from '#server/api/parse-body.ts'
import { parsePeriod } from '#server/api/period.ts'
import { findNamedProject, findProjectsOf } from '#server/api/projects/projects.ts'
import type { ReleaseSummary } from '#server/desk/releases/releases.ts'
import { isObject } from '#server/processing/normalize/untrusted.ts'
import { parseReleaseSearch } from '#server/search/dialects/releases.ts'
import { formatSearchError } from '#server/search/search-error.ts'
import { toReleaseAnswer } from './answer.ts'
import { releaseBody } from './body.ts'
import { findReleases } from './find-releases.ts'

/** Lists one release for each project that has it, with its health in a period, if there is one. */
export async function listReleases(request: ApiRequest): Promise<Answer> {
  const { desk, params, query, url, now } = request
  if (!isOurOrganization(params)) return refuse(404, 'Cannot list releases: the only organization is "desk"')
  const page = parsePageParameters(withLimit(query))
  if ('refusal' in page) return refuse(400, `Cannot list releases: ${page.refusal}`)
  const isOfPeriod = ['statsPeriod', 'start', 'end'].some((name) => (query[name] ?? '') !== '')
  const period = isOfPeriod ? parsePeriod(query, now) : undefined
  if (period && 'refusal' in period) return refuse(400, `Cannot list releases: ${period.refusal}`)
  const { status = 'open' } = query
  if (status !== 'open' && status !== 'archived' && status !== '')
    return refuse(400, 'Cannot list releases: status can be open or archived')
  const search = parseReleaseSearch(searchOf(query))
  if ('error' in search) return refuse(400, formatSearchError(search.error))
  const named = params.project === undefined ? undefined : await findNamedProject(request)
  const projects = params.project === undefined ? (await findProjectsOf(request))?.projects : named && [named]
  if (!projects) return refuse(404, 'Cannot list releases: there is no such project')
  const { items, nextCursor } = await desk.releases.list({
    ...page,
    projectIds: projects.map(({ id }) => id),
    condition: search.condition,
    isArchived: status === 'archived',
    ...(period && { period }),
  })
  const [work, deploys] = await Promise.all([desk.releases.readWork(items), desk.releases.readDeploys(items)])
  return answer(
    items.map((release, index) => {
      const own = [index, index + 1] as const
      return toReleaseAnswer([release], work.slice(...own), deploys.slice(...own))
    }),
    { link: formatLinkHeader(url, nextCursor) },
  )
}

/** A search as on the page of releases, in which `environment` is a key. */
function searchOf({ query = '', environment }: ApiRequest['query']): string {
  const words = typeof query === 'string' && query.trim() !== '' ? [`(${query})`] : []
  return [...environmentTerms(environment), ...words].join(' ')
}

export async function getRelease(request: ApiRequest): Promise<Answer> {
  const releases = await findReleases(request)
  return releases
    ? answer(await describeRelease(request, releases))
    : refuse(404, 'Cannot show the release: there is no such release')
}

/** Makes the answer of one release, in each project that has it. */
export async function describeRelease({ desk }: Pick<ApiRequest, 'desk'>, releases: Releases) {
  const [work, deploys] = await Promise.all([
    desk.releases.readWork(releases),
    desk.releases.readDeploys(releases),
  ])
  return toReleaseAnswer(releases, work, deploys)
}

/** Answers 201 for a new release and 208, as Sentry does, for an existing one that now has more data. */
export async function createRelease(request: ApiRequest): Promise<Answer> {
  const saved = await saveRelease(request, 'create')
  if ('status' in saved) return saved
  return { ...answer(await describeRelease(request, saved.releases)), status: saved.isNew ? 201 : 208 }
}

/** Adds to a release: when it was released, its commits, whether it is archived. */
export async function updateRelease(request: ApiRequest): Promise<Answer> {
  const isThere = isObject(request.body) && Array.isArray(request.body.projects)
  if (!isThere && !(await findReleases(request)) && request.params.project === undefined)
    return refuse(404, 'Cannot change the release: there is no such release')
  const saved = await saveRelease(request, 'change')
  return 'status' in saved ? saved : answer(await describeRelease(request, saved.releases))
}

/** https://docs.sentry.io/api/releases/delete-an-organizations-release/ */
export async function deleteRelease(request: ApiRequest): Promise<Answer> {
  const releases = await findReleases(request)
  const [release] = releases ?? []
  const slug = request.params.project === undefined ? undefined : release?.projectSlug
  const deleted = release && (await request.desk.releases.delete(release.version, slug))
  if (deleted === undefined) return refuse(404, 'Cannot delete the release: there is no such release')
  if (deleted === 'deleted') return { status: 204, headers: {}, body: undefined }
  return refuse(400, `Cannot delete the release: ${deleted.refusal}`)
}

type Releases = [ReleaseSummary, ...ReleaseSummary[]]
type Saved = { isNew: boolean; releases: Releases }

async function saveRelease(
  { desk, params, body }: ApiRequest,
  verb: 'create' | 'change',
): Promise<Saved | Answer> {
  const cannot = `Cannot ${verb} the release`
  if (!isOurOrganization(params)) return refuse(404, `${cannot}: the only organization is "desk"`)
  const read = parseBody(releaseBody, withAddress(body, params))
  if ('refusal' in read) return refuse(400, `${cannot}: ${read.refusal}`)
  const { version, projects, url, dateReleased: releasedAt, status, commits, refs } = read.given
  const ref = read.given.ref ?? refs?.[0]?.commit ?? null
  const isArchived = status ? status === 'archived' : undefined
  const saved = await desk.releases.save({
    ...{ version, projectSlugs: projects ?? [], ref, url, releasedAt, isArchived },
    commits: commits ?? undefined,
  })
  if ('refusal' in saved) return refuse(400, `${cannot}: ${saved.refusal}`)
  const [release, ...others] = await desk.releases.listByVersion(version)
  if (!release) throw new Error(`Cannot read release: ${version} was deleted right after it was saved`)
  return { isNew: saved.isNew, releases: [release, ...others] }
}

/** A change names the version in its address, and `sentry-cli` 2 the project. */
function withAddress(body: unknown, { version, project }: ApiRequest['params']): unknown {
  if (!isObject(body)) return body
  return {
    ...body,
    ...(version !== undefined && { version }),
    ...(project !== undefined && { projects: [project] }),
  }
}
