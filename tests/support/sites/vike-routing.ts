// Vike's own routing, which ours must agree with: the path is internal, so the version is pinned.
import { resolvePrecedence } from '../../../node_modules/vike/dist/shared-server-client/route/resolvePrecedence.js'
import { resolveRouteString } from '../../../node_modules/vike/dist/shared-server-client/route/resolveRouteString.js'

export interface StringRoute {
  pageId: string
  route: string
  isExplicit: boolean
}

/** Finds a decoded path's page as Vike does. */
export function findAsVike(routes: StringRoute[], path: string) {
  const matches = routes.flatMap(({ pageId, route, isExplicit }) => {
    const match = resolveRouteString(route, path)
    const routeType = isExplicit ? ('STRING' as const) : ('FILESYSTEM' as const)
    return match === null ? [] : [{ pageId, routeString: route, routeType, routeParams: match.routeParams }]
  })
  resolvePrecedence(matches)
  const [first] = matches
  return first && { pageId: first.pageId, routeParams: first.routeParams as Record<string, string> } // of strings
}
