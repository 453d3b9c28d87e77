import { parseScope, scopeParams } from '#renderer/scope.ts'
import type { FrameFacts } from './frame-facts.ts'
import { findPage, type Switch } from './pages.ts'

const SWITCH_OF: ReadonlyMap<string, Switch> = new Map([
  ['project', 'project'],
  ['environment', 'environment'],
  ['statsPeriod', 'period'],
  ['start', 'period'],
  ['end', 'period'],
  ['zone', 'period'],
])

/** The choices of an address that another page can show too. A page that does not exist, or refuses its period, has none. */
export function chosenScope({
  search,
  projects,
  now,
}: Pick<FrameFacts, 'search' | 'projects' | 'now'>): Record<string, string> {
  if (search === '') return {}
  const parameters = new URLSearchParams(search)
  const { scope, refusal } = parseScope(parameters, now)
  const isKnown = scope.project === undefined || projects.some(({ slug }) => slug === scope.project)
  return isKnown && refusal === null ? scopeParams(parameters) : {}
}

/** The address of a page of the bars, with those choices that the page has a switch for. */
export function keepScope(path: string, scope: Record<string, string>): string {
  const switches = findPage(path)?.switches ?? []
  const kept = Object.entries(scope).filter(([name]) => {
    const needed = SWITCH_OF.get(name)
    return needed !== undefined && switches.includes(needed)
  })
  return kept.length === 0 ? path : `${path}?${new URLSearchParams(kept)}`
}
