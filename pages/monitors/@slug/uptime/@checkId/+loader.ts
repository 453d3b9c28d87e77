import { render } from 'vike/abort'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { parseRouteId } from '#renderer/page/route-id.ts'
import { checkPath } from '#renderer/paths.ts'

const RESULTS_A_PAGE = 50

export async function loader({ desk, routeParams, url }: LoaderContext) {
  const id = parseRouteId(routeParams.checkId)
  const check = id === undefined ? undefined : await desk.uptime.find(id)
  if (check === undefined || check.project.slug !== routeParams.slug) throw render(404)
  const cursor = url.searchParams.get('cursor') ?? undefined
  const { items, nextCursor } = await desk.uptime.listResults(check.id, { limit: RESULTS_A_PAGE, cursor })
  return {
    check,
    acknowledged: (await desk.acknowledging.findOfCheck(check.id)) ?? null,
    results: items,
    ...(nextCursor !== null && { older: checkPath(check.project.slug, check.id, { cursor: nextCursor }) }),
    ...(cursor !== undefined && { newest: checkPath(check.project.slug, check.id) }),
  }
}
