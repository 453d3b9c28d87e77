import { render } from 'vike/abort'
import { describePeriod } from '#renderer/layout/menus/period-text.ts'
import type { LoaderContext } from '#renderer/page/loader.ts'
import * as say from '#renderer/texts/releases.ts'

/** The page lists this many commits, the newest. */
const COMMITS = 100

export async function loader({ desk, routeParams, scope, preferences }: LoaderContext) {
  const { slug = '', version = '' } = routeParams
  const { period } = scope
  const [release] = await desk.releases.listByVersion(version, slug, period)
  if (release === undefined) throw render(404)
  const [issues, deploys, before, regressed, commits, [work], repository] = await Promise.all([
    desk.releases.listIssues(release.projectId, release.version, 'new'),
    desk.releases.listDeploys(release.projectId, release.version),
    desk.releases.findPrevious(release, {
      start: release.createdAt - (period.end - period.start),
      end: release.createdAt,
    }),
    desk.releases.listIssues(release.projectId, release.version, 'regressed'),
    desk.releases.listCommits(release, { limit: COMMITS }),
    desk.releases.readWork([release]),
    desk.projects.settings.read(slug, 'repository'),
  ])
  return {
    release,
    projectSlug: release.projectSlug,
    issues,
    deploys,
    before: before ?? null,
    healthOf: say.healthOf(describePeriod(period, preferences.zone)),
    regressed,
    // The page shows how many files a commit changed, not their names.
    commits: commits.items.map(({ files: _files, ...commit }) => commit),
    fileCounts: commits.items.map(({ files }) => files.length),
    commitCount: work?.commitCount ?? 0,
    repository: repository?.value.url,
  }
}
