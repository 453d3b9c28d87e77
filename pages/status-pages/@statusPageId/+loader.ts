import { render } from 'vike/abort'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { parseRouteId } from '#renderer/page/route-id.ts'

export async function loader({ desk, routeParams }: LoaderContext) {
  const id = parseRouteId(routeParams.statusPageId)
  const page = id === undefined ? undefined : await desk.statusPages.find(id)
  if (page === undefined) throw render(404)
  return { page, choices: await desk.statusPages.listChoices() }
}
