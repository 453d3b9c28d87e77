import { type Answer, type ApiRequest, answer, refuse } from '#server/api/answer.ts'
import { formatLinkHeader, parsePageParameters, withLimit } from '#server/api/page-parameters.ts'
import { formatTime } from '#server/api/time.ts'
import { parsePosition } from '#server/desk/releases/commits.ts'
import type { ReleaseSummary } from '#server/desk/releases/releases.ts'
import type { ReleaseCommit } from '#server/models/releases/commits.ts'
import { toAuthor } from './answer.ts'
import { findReleases } from './find-releases.ts'
import { describeRelease } from './releases.ts'

/** Lists the commits of a release: https://docs.sentry.io/api/releases/list-an-organization-releases-commits/ */
export function listReleaseCommits(request: ApiRequest): Promise<Answer> {
  return listOf(request, toCommitAnswer)
}

/** Lists what they changed: https://docs.sentry.io/api/releases/retrieve-files-changed-in-a-releases-commits/ */
export function listCommitFiles(request: ApiRequest): Promise<Answer> {
  return listOf(request, (commit) =>
    commit.files.map(([type, filename]) => ({
      ...{ filename, type, commitMessage: commit.message, repoName: commit.repository },
      ...{ commit: commit.id, author: toAuthor(commit.authorName, commit.authorEmail) },
    })),
  )
}

async function listOf(request: ApiRequest, toAnswer: (commit: ReleaseCommit) => unknown): Promise<Answer> {
  const release = await findWithCommits(request)
  if (!release) return refuse(404, 'Cannot list commits: there is no such release')
  const page = parsePageParameters(withLimit(request.query), (cursor) => parsePosition(cursor) !== undefined)
  if ('refusal' in page) return refuse(400, `Cannot list commits: ${page.refusal}`)
  const { items, nextCursor } = await request.desk.releases.listCommits(release, page)
  return answer(items.flatMap(toAnswer), { link: formatLinkHeader(request.url, nextCursor) })
}

/** Of several projects, the first one that has commits of the release: a tool gives all of them the same. */
async function findWithCommits(request: ApiRequest): Promise<ReleaseSummary | undefined> {
  const releases = await findReleases(request)
  if (!releases) return undefined
  const work = await request.desk.releases.readWork(releases)
  return releases[
    Math.max(
      0,
      work.findIndex(({ commitCount }) => commitCount > 0),
    )
  ]
}

/** sentry-cli reports the commits since this release; an empty object stands for none. */
export async function getPreviousWithCommits(request: ApiRequest): Promise<Answer> {
  const { desk } = request
  const releases = await findReleases(request)
  if (!releases) return refuse(404, 'Cannot find the previous release: there is no such release')
  for (const release of releases) {
    const version = await desk.releases.findPreviousWithCommits(release)
    if (version === undefined) continue
    const [previous] = await desk.releases.listByVersion(version, release.projectSlug)
    if (previous) return answer(await describeRelease(request, [previous]))
  }
  return answer({})
}

/**
 * Lists no repositories. A tool that finds its repository here sends the newest commit alone and leaves the others to
 * Sentry's integrations, which a desk does not have; without one it sends the commits themselves.
 */
export async function listRepositories(): Promise<Answer> {
  return answer([])
}

/** https://docs.sentry.io/api/releases/list-a-project-releases-commits/ */
export function toCommitAnswer(commit: ReleaseCommit) {
  const { id, message, committedAt, receivedAt, repository, authorName, authorEmail } = commit
  return {
    ...{ id, message, dateCreated: formatTime(committedAt ?? receivedAt) },
    author: toAuthor(authorName, authorEmail),
    repository: repository === null ? null : { name: repository },
    ...{ pullRequest: null, suspectCommitType: '', releases: [] },
  }
}
