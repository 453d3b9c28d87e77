import { render } from 'vike/abort'
import type { LoaderContext } from '#renderer/page/loader.ts'

export async function loader({ desk, routeParams }: LoaderContext) {
  const project = await desk.projects.find(routeParams.slug ?? '')
  if (project === undefined) throw render(404)
  const { id, slug, name } = project
  const overview = await desk.sourceMaps.readOverview({ id, slug })
  const { address } = desk.sourceMaps
  return { project: { slug, name }, projectSlug: slug, overview, address }
}
