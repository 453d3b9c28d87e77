import { render } from 'vike/abort'
import type { LoaderContext } from '../../../renderer/loader.ts'

export async function loader({ desk, routeParams }: LoaderContext) {
  const project = await desk.findProject(routeParams.slug ?? '')
  if (project === undefined) throw render(404)
  return { project, usage: await desk.listStorageUse(project.slug) }
}
