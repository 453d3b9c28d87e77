import { render } from 'vike/abort'
import type { LoaderContext } from '#renderer/page/loader.ts'

export async function loader({ desk, routeParams, scope }: LoaderContext) {
  const history = await desk.users.find(routeParams.user ?? '', scope.project)
  if (history === undefined) throw render(404)
  return { ...history, projectSlug: scope.project ?? null }
}
