import { type Answer, type ApiRequest, answer, isOurOrganization, refuse } from '#server/api/answer.ts'
import { formatLinkHeader, parsePageParameters } from '#server/api/page-parameters.ts'
import { parsePeriod } from '#server/api/period.ts'
import { findAskedProjects } from '#server/api/projects/projects.ts'
import type { ReleaseSummary } from '#server/desk/releases/releases.ts'
import { isObject } from '#server/processing/normalize/untrusted.ts'
import { toDeployAnswer, toReleaseAnswer } from './answer.ts'
import { deployBody, parseBody, releaseBody } from './body.ts'

/** Lists one release for each project that has it, with its health in a period, if there is one. */
export async function listReleases(request: ApiRequest): Promise<Answer> {
  const { desk, params, query, url, now } = request
  if (!isOurOrganization(params)) return refuse(404, 'Cannot list releases: the only organization is "desk"')
  const page = parsePageParameters(query)
  if ('refusal' in page) return refuse(400, `Cannot list releases: ${page.refusal}`)
  const isOfPeriod = ['statsPeriod', 'start', 'end'].some((name) => query[name] !== undefined)
  const period = isOfPeriod ? parsePeriod(query, now) : undefined
  if (period && 'refusal' in period) return refuse(400, `Cannot list releases: ${period.refusal}`)
  const { project = '' } = query
  if (typeof project !== 'string') return refuse(400, 'Cannot list releases: project is given more than once')
  const asked = await findAskedProjects(request)
  if (!asked) return refuse(404, 'Cannot list releases: there is no such project')
  const { items, nextCursor } = await desk.releases.list({
    ...page,
    ...(asked.slug !== undefined && { projectSlug: asked.slug }),
    isWithoutOwn: asked.isWithoutOwn,
    ...(period && { period }),
  })
  return answer(
    items.map((release) => toReleaseAnswer([release])),
    { link: formatLinkHeader(url, nextCursor) },
  )
}

export async function getRelease(request: ApiRequest): Promise<Answer> {
  const releases = await findReleases(request)
  return releases
    ? answer(toReleaseAnswer(releases))
    : refuse(404, 'Cannot show the release: there is no such release')
}

export async function listDeploys(request: ApiRequest): Promise<Answer> {
  const releases = await findReleases(request)
  if (!releases) return refuse(404, 'Cannot list deploys: there is no such release')
  const [{ projectId, version }] = releases
  const deploys = await request.desk.releases.listDeploys(projectId, version)
  return answer(deploys.map(toDeployAnswer))
}

/** Answers 201 for a new release and 208, as Sentry does, for an existing one that now has more data. */
export async function createRelease(request: ApiRequest): Promise<Answer> {
  const saved = await saveRelease(request, 'create')
  if ('status' in saved) return saved
  return { ...answer(toReleaseAnswer(saved.releases)), status: saved.isNew ? 201 : 208 }
}

/** Says of a release when it was released: `sentry-cli releases finalize`. */
export async function updateRelease(request: ApiRequest): Promise<Answer> {
  const { body } = request
  if (isObject(body) && (body.commits !== undefined || body.refs !== undefined))
    return refuse(400, 'Cannot change the release: commits are not stored')
  const saved = await saveRelease(request, 'change')
  return 'status' in saved ? saved : answer(toReleaseAnswer(saved.releases))
}

type Saved = { isNew: boolean; releases: [ReleaseSummary, ...ReleaseSummary[]] }

async function saveRelease(
  { desk, params, body }: ApiRequest,
  verb: 'create' | 'change',
): Promise<Saved | Answer> {
  const cannot = `Cannot ${verb} the release`
  if (!isOurOrganization(params)) return refuse(404, `${cannot}: the only organization is "desk"`)
  const read = parseBody(releaseBody, withAddress(body, params))
  if ('refusal' in read) return refuse(400, `${cannot}: ${read.refusal}`)
  const { version, projects: projectSlugs, ref, url, dateReleased: releasedAt } = read.given
  const saved = await desk.releases.save({ version, projectSlugs, ref, url, releasedAt })
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

export async function createDeploy({ desk, params, body }: ApiRequest): Promise<Answer> {
  if (!isOurOrganization(params))
    return refuse(404, 'Cannot create the deploy: the only organization is "desk"')
  const read = parseBody(deployBody, body)
  if ('refusal' in read) return refuse(400, `Cannot create the deploy: ${read.refusal}`)
  const { environment, name, url, dateStarted: startedAt, dateFinished: finishedAt } = read.given
  const deploy = await desk.releases.addDeploy(params.version ?? '', {
    environment,
    name,
    url,
    startedAt,
    finishedAt,
  })
  if (!deploy) return refuse(404, 'Cannot create the deploy: there is no such release')
  return { ...answer(toDeployAnswer(deploy)), status: 201 }
}

async function findReleases({
  desk,
  params,
}: ApiRequest): Promise<[ReleaseSummary, ...ReleaseSummary[]] | undefined> {
  if (!isOurOrganization(params)) return undefined
  const [release, ...others] = await desk.releases.listByVersion(params.version ?? '')
  return release && [release, ...others]
}
