import { formatTime } from '#server/api/time.ts'
import type { ReleaseSummary } from '#server/desk/releases/releases.ts'
import type { ReleaseWork } from '#server/models/releases/commits.ts'
import { parseRelease } from '#server/processing/release-order.ts'
import type { ReleaseDeploys } from '#server/store/releases/last-deploys.ts'
import type { Deploy } from '#server/store/releases/releases.ts'

/** https://docs.sentry.io/api/releases/list-an-organizations-releases/: shares are percents there. */
export function toReleaseAnswer(
  releases: readonly [ReleaseSummary, ...ReleaseSummary[]],
  work: readonly ReleaseWork[],
  deploys: readonly ReleaseDeploys[],
) {
  const [release] = releases
  const onlyOne = releases.length === 1 ? release : undefined
  return {
    id: String(release.id),
    ...toReleaseReference(release.version),
    versionInfo: toVersionInfo(release.version),
    status: release.archivedAt === null ? 'open' : 'archived',
    ref: release.ref,
    url: release.url,
    dateCreated: formatTime(Math.min(...releases.map(({ createdAt }) => createdAt))),
    dateReleased: orNull(release.releasedAt),
    firstEvent: orNull(
      extreme(
        Math.min,
        releases.map(({ firstSeen }) => firstSeen),
      ),
    ),
    lastEvent: orNull(
      extreme(
        Math.max,
        releases.map(({ lastSeen }) => lastSeen),
      ),
    ),
    newGroups: releases.reduce((sum, { newIssueCount }) => sum + newIssueCount, 0),
    ...toWorkAnswer(work),
    ...toDeploysAnswer(deploys),
    // There is no single share for several projects: each has its own below.
    adoption: onlyOne ? percent(onlyOne.adoption) : null,
    crashFreeSessions: onlyOne ? percent(onlyOne.crashFreeSessions) : null,
    crashFreeUsers: onlyOne ? percent(onlyOne.crashFreeUsers) : null,
    projects: releases.map(toProject),
  }
}

/** Of several projects, the first one that has commits of the release. */
function toWorkAnswer(work: readonly ReleaseWork[]) {
  const { commitCount, lastCommit, authors } = work.find((each) => each.commitCount > 0) ?? NO_WORK
  return {
    commitCount,
    lastCommit: lastCommit && {
      id: lastCommit.id,
      message: lastCommit.message,
      dateCreated: formatTime(lastCommit.committedAt ?? lastCommit.receivedAt),
      author: toAuthor(lastCommit.authorName, lastCommit.authorEmail),
    },
    authors: authors.map(({ name, email }) => toAuthor(name, email)),
  }
}

/** Of several projects, the newest deploy: a tool that names no project adds one to each of them. */
function toDeploysAnswer(deploys: readonly ReleaseDeploys[]) {
  const [newest] = deploys
    .flatMap(({ lastDeploy }) => lastDeploy ?? [])
    .sort((one, other) => other.finishedAt - one.finishedAt)
  return {
    deployCount: Math.max(0, ...deploys.map(({ deployCount }) => deployCount)),
    lastDeploy: newest ? toDeployAnswer(newest) : null, // the MCP server of Sentry reads no release without it
  }
}

const NO_WORK: ReleaseWork = { commitCount: 0, lastCommit: null, authors: [] }

/** As Sentry names who wrote a commit and has no account. */
export function toAuthor(name: string | null, email: string | null) {
  return { name: name ?? email ?? 'unknown', email }
}

function toProject(release: ReleaseSummary) {
  return {
    id: String(release.projectId),
    slug: release.projectSlug,
    name: release.projectName, // sentry-cli reads nothing without it
    newGroups: release.newIssueCount,
    regressedGroups: release.regressedIssueCount,
    eventCount: release.eventCount,
    userCount: release.userCount,
    hasHealthData: release.sessionCount > 0,
    healthData: {
      adoption: percent(release.adoption),
      crashFreeSessions: percent(release.crashFreeSessions),
      crashFreeUsers: percent(release.crashFreeUsers),
      totalSessions24h: release.sessionCount,
    },
  }
}

export function toReleaseReference(version: null): null
export function toReleaseReference(version: string): { version: string; shortVersion: string }
export function toReleaseReference(version: string | null): { version: string; shortVersion: string } | null
export function toReleaseReference(version: string | null) {
  return version === null ? null : { version, shortVersion: parseRelease(version).version }
}

function toVersionInfo(name: string) {
  const { package: packageName, version, build } = parseRelease(name)
  return {
    package: packageName ?? null,
    version: { raw: version },
    buildHash: build ?? null,
    description: version,
  }
}

/** https://docs.sentry.io/api/releases/list-a-releases-deploys/ */
export function toDeployAnswer({ id, environment, name, url, startedAt, finishedAt }: Deploy) {
  const dates = { dateStarted: orNull(startedAt), dateFinished: formatTime(finishedAt) }
  return { id: String(id), environment, name, url, ...dates }
}

function orNull(time: number | null): string | null {
  return time === null ? null : formatTime(time)
}

function extreme(choose: (...times: number[]) => number, times: (number | null)[]): number | null {
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? null : choose(...known)
}

function percent(share: number | null): number | null {
  return share === null ? null : share * 100
}
