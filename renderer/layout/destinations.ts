import { settingsPath } from '#renderer/paths.ts'
import type { Shape } from '#renderer/ui/icon/shapes.ts'
import type { Role } from '#server/models/accounts/roles.ts'
import type { FrameFacts } from './frame-facts.ts'
import { type Group, isRoute, pages, type Route } from './pages.ts'
import { maySee } from './permissions.ts'

/** A page that the side bar lists. */
export interface Destination {
  name: string
  path: Route
  group: Group
  icon: Shape
  hasTab?: true
  /** The letter that leads to the page after a `g`. */
  key?: string
  alsoMarks?: readonly string[]
}

const destinations: readonly Destination[] = Object.entries(pages).flatMap(([path, { name, link }]) =>
  name !== undefined && link !== undefined && isRoute(path) ? [{ name, path, ...link }] : [],
)

/** The pages of a group that this role sees. */
export function destinationsIn(wanted: Group, role: Role): readonly Destination[] {
  return destinations.filter(({ group, path }) => group === wanted && maySee(role, path))
}

/** The pages within reach of the thumb. The fifth tab opens all others. */
export const tabDestinations = destinations.filter(({ hasTab }) => hasTab)
export function moreDestinations(role: Role): readonly Destination[] {
  return destinations.filter(({ hasTab, path }) => !hasTab && maySee(role, path))
}

/** The settings pages that this role sees, in the order of the register. */
export function settingsPages(role: Role): { name: string; path: Route }[] {
  return Object.entries(pages).flatMap(([path, { inSettings: name }]) =>
    name !== undefined && isRoute(path) && maySee(role, path) ? [{ name, path }] : [],
  )
}

/** A single page needs no links between pages. */
export function hasSettingsBar({ path, role }: Pick<FrameFacts, 'path' | 'role'>): boolean {
  return currentMark(settingsPath, path) !== undefined && settingsPages(role).length > 1
}

/** The same for a page of the side bar, which is marked for the pages that its tabs lead to as well. */
export function markOf(
  { path, alsoMarks = [] }: { path: string; alsoMarks?: readonly string[] | undefined },
  current: string,
): 'page' | 'true' | undefined {
  const isOfTab = alsoMarks.some((other) => currentMark(other, current) !== undefined)
  return currentMark(path, current) ?? (isOfTab ? 'true' : undefined)
}

/** `page` for the page itself, `true` for pages below it. */
export function currentMark(destination: string, path: string): 'page' | 'true' | undefined {
  if (path === destination) return 'page'
  return path.startsWith(`${destination}/`) ? 'true' : undefined
}
