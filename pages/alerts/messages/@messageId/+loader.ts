import { render } from 'vike/abort'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { parseRouteId } from '#renderer/page/route-id.ts'

export async function loader({ desk, routeParams }: LoaderContext) {
  const id = parseRouteId(routeParams.messageId)
  const message = id === undefined ? undefined : await desk.alerts.messages.find(id)
  if (message === undefined) throw render(404)
  return { message }
}
