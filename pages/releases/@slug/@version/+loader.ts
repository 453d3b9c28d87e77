import { render } from 'vike/abort'
import type { LoaderContext } from '../../../../renderer/loader.ts'

export async function loader({ desk, routeParams }: LoaderContext) {
  const { slug = '', version = '' } = routeParams
  const [release] = await desk.findReleases(version, slug)
  if (release === undefined) throw render(404)
  const [issues, deploys] = await Promise.all([
    desk.listNewIssues(release.projectId, release.version),
    desk.listDeploys(release.projectId, release.version),
  ])
  return { release, issues, deploys }
}
