import { render } from 'vike/abort'
import type { LoaderContext } from '#renderer/page/loader.ts'

/** Reads what the head of each settings page shows of its project. */
export async function readProject({ desk, routeParams }: LoaderContext) {
  const project = await desk.projects.find(routeParams.slug ?? '')
  if (project === undefined) throw render(404)
  const { slug, name, isGoing = false } = project
  return { project: { slug, name, isGoing }, projectSlug: slug }
}
