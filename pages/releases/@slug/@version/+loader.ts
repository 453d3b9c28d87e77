import { render } from 'vike/abort'
import { describePeriod } from '#renderer/layout/menus/period-text.ts'
import type { LoaderContext } from '#renderer/page/loader.ts'
import * as say from '#renderer/texts/releases.ts'

export async function loader({ desk, routeParams, scope, preferences }: LoaderContext) {
  const { slug = '', version = '' } = routeParams
  const { period } = scope
  const [release] = await desk.releases.listByVersion(version, slug, period)
  if (release === undefined) throw render(404)
  const [issues, deploys, before, regressed] = await Promise.all([
    desk.releases.listIssues(release.projectId, release.version, 'new'),
    desk.releases.listDeploys(release.projectId, release.version),
    desk.releases.findPrevious(release, {
      start: release.createdAt - (period.end - period.start),
      end: release.createdAt,
    }),
    desk.releases.listIssues(release.projectId, release.version, 'regressed'),
  ])
  return {
    release,
    projectSlug: release.projectSlug,
    issues,
    deploys,
    before: before ?? null,
    healthOf: say.healthOf(describePeriod(period, preferences.zone)),
    regressed,
  }
}
