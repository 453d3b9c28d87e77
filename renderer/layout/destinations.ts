import type { Shape } from '#renderer/ui/icon/shapes.ts'
import { type Group, isRoute, pages, type Route } from './pages.ts'

/** A page that the side bar lists. */
export interface Destination {
  name: string
  path: Route
  group: Group
  icon: Shape
  hasTab?: true
  /** The letter that leads to the page after a `g`. */
  key?: string
}

const destinations: readonly Destination[] = Object.entries(pages).flatMap(([path, { name, link }]) =>
  name !== undefined && link !== undefined && isRoute(path) ? [{ name, path, ...link }] : [],
)

export function destinationsIn(wanted: Group): readonly Destination[] {
  return destinations.filter(({ group }) => group === wanted)
}

/** The pages within reach of the thumb. The fifth tab opens all others. */
export const tabDestinations = destinations.filter(({ hasTab }) => hasTab)
export const moreDestinations = destinations.filter(({ hasTab }) => !hasTab)

/** `page` for the page itself, `true` for pages below it. */
export function currentMark(destination: string, path: string): 'page' | 'true' | undefined {
  if (path === destination) return 'page'
  return path.startsWith(`${destination}/`) ? 'true' : undefined
}
