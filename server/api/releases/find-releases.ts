import { type ApiRequest, isOurOrganization } from '#server/api/answer.ts'
import { findNamedProject } from '#server/api/projects/projects.ts'
import type { ReleaseSummary } from '#server/desk/releases/releases.ts'

/** Finds the release that an address names, in each project that has it, or in the one that the address names. */
export async function findReleases(
  request: ApiRequest,
): Promise<[ReleaseSummary, ...ReleaseSummary[]] | undefined> {
  const { desk, params } = request
  if (!isOurOrganization(params)) return undefined
  const project = params.project === undefined ? undefined : await findNamedProject(request)
  if (params.project !== undefined && project === undefined) return undefined
  const [release, ...others] = await desk.releases.listByVersion(params.version ?? '', project?.slug)
  return release && [release, ...others]
}
