import { type ApiRoute, READS_RELEASES, WRITES_RELEASES } from '#server/api/route.ts'
import { getPreviousWithCommits, listCommitFiles, listReleaseCommits, listRepositories } from './commits.ts'
import { createDeploy, listDeploys } from './deploys.ts'
import { createRelease, deleteRelease, getRelease, listReleases, updateRelease } from './releases.ts'

const ORGANIZATION = '/organizations/:organization'
const PROJECT = '/projects/:organization/:project'

/** Routes of releases. Those of a project are what sentry-cli 2 asks for, and newer ones where they name one project. */
export const RELEASE_ROUTES: ApiRoute[] = [
  ...[ORGANIZATION, PROJECT].flatMap((of): ApiRoute[] => [
    ['GET', `${of}/releases`, READS_RELEASES, listReleases],
    ['POST', `${of}/releases`, WRITES_RELEASES, createRelease],
    ['GET', `${of}/releases/:version`, READS_RELEASES, getRelease],
    ['PUT', `${of}/releases/:version`, WRITES_RELEASES, updateRelease],
    ['DELETE', `${of}/releases/:version`, WRITES_RELEASES, deleteRelease],
    ['GET', `${of}/releases/:version/commits`, READS_RELEASES, listReleaseCommits],
  ]),
  ['GET', `${ORGANIZATION}/releases/:version/commitfiles`, READS_RELEASES, listCommitFiles],
  ['GET', `${ORGANIZATION}/releases/:version/previous-with-commits`, READS_RELEASES, getPreviousWithCommits],
  ['GET', `${ORGANIZATION}/releases/:version/deploys`, READS_RELEASES, listDeploys],
  ['POST', `${ORGANIZATION}/releases/:version/deploys`, WRITES_RELEASES, createDeploy],
  ['GET', `${ORGANIZATION}/repos`, 'org:read', listRepositories],
]
