import { render } from 'vike/abort'
import type { LoaderContext } from '#renderer/page/loader.ts'

export async function loader({ desk, routeParams }: LoaderContext) {
  const project = await desk.projects.find(routeParams.slug ?? '')
  if (project === undefined) throw render(404)
  const [usage, latest] = await Promise.all([
    desk.usage.listStorage(project.slug),
    desk.projects.findLatestEvent(project.slug),
  ])
  return { project, projectSlug: project.slug, usage, latest: latest ?? null }
}
