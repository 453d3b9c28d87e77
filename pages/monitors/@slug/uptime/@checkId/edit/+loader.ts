import { render } from 'vike/abort'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { parseRouteId } from '#renderer/page/route-id.ts'

export async function loader({ desk, routeParams }: LoaderContext) {
  const id = parseRouteId(routeParams.checkId)
  const check = id === undefined ? undefined : await desk.uptime.find(id)
  if (check === undefined || check.project.slug !== routeParams.slug) throw render(404)
  return { check }
}
