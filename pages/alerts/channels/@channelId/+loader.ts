import { render } from 'vike/abort'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { parseRouteId } from '#renderer/page/route-id.ts'

export async function loader({ desk, routeParams }: LoaderContext) {
  const id = parseRouteId(routeParams.channelId)
  const channel = id === undefined ? undefined : await desk.alerts.channels.find(id)
  if (channel === undefined) throw render(404)
  return { channel }
}
