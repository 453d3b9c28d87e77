/** A page's route as Vike has it: a route string, or a function. */
export interface PageRoute {
  pageId: string
  route: unknown
  /** True if a `+route` file gives the route, not the page's folder. */
  isExplicit: boolean
}

export type PageMatch =
  | { kind: 'page'; pageId: string; routeParams: Record<string, string> }
  /** No page has this address. */
  | { kind: 'none' }
  /** Only Vike can decide. */
  | { kind: 'unknown' }

/** A pure function of an address's path, without the query. */
export type MatchPage = (path: string) => PageMatch

/** Paths that Vike reads literally: nothing encoded, no empty segment, no dots to resolve. */
const plainPath = /^\/(?:[\w\-.~!$&'()*+,;=:@]+(?:\/[\w\-.~!$&'()*+,;=:@]+)*)?$/
const dotSegment = /\/\.{1,2}(?:\/|$)/

/**
 * Finds a path's page as Vike does (https://vike.dev/routing-precedence), for routes that are folders or plain route
 * strings. All else (functions, globs, percent signs) is left to Vike.
 */
export function createPageRouter(routes: readonly PageRoute[]): MatchPage {
  const plain = routes.flatMap(compile).sort(byPrecedence)
  const byLength = Map.groupBy(plain, ({ segments }) => segments.length)
  const hasFunctions = routes.some(({ route }) => typeof route !== 'string')
  const hasGlobs = routes.some(({ route }) => typeof route === 'string' && route.includes('*'))
  if (hasFunctions) return () => ({ kind: 'unknown' }) // A function may come first, no matter what else matches.
  return (path) => {
    if (!plainPath.test(path) || dotSegment.test(path)) return { kind: 'unknown' }
    const segments = segmentsOf(path)
    const page = byLength.get(segments.length)?.find((candidate) => matches(candidate, segments))
    // A folder's route goes before every route string, and before a glob.
    if (hasGlobs && (page === undefined || page.isExplicit)) return { kind: 'unknown' }
    if (page === undefined) return { kind: 'none' }
    return { kind: 'page', pageId: page.pageId, routeParams: paramsOf(page, segments) }
  }
}

interface CompiledRoute {
  pageId: string
  isExplicit: boolean
  segments: { text: string; isParam: boolean }[]
}

function compile({ pageId, route, isExplicit }: PageRoute): CompiledRoute[] {
  if (typeof route !== 'string' || route.includes('*')) return []
  const segments = segmentsOf(route).map((segment) =>
    segment.startsWith('@') ? { text: segment.slice(1), isParam: true } : { text: segment, isParam: false },
  )
  return [{ pageId, isExplicit, segments }]
}

function segmentsOf(path: string): string[] {
  return path === '/' ? [] : path.slice(1).split('/')
}

function matches({ segments }: CompiledRoute, asked: readonly string[]): boolean {
  return segments.every(({ text, isParam }, index) => isParam || text === asked[index])
}

function paramsOf({ segments }: CompiledRoute, asked: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {}
  segments.forEach(({ text, isParam }, index) => {
    if (isParam) params[text] = asked[index] ?? ''
  })
  return params
}

/**
 * Folders come first, then route strings without parameters, then those with; of equals, the one with more fixed
 * segments.
 */
function byPrecedence(a: CompiledRoute, b: CompiledRoute): number {
  return rank(a) - rank(b) || fixedAtStart(b) - fixedAtStart(a) || fixed(b) - fixed(a)
}

function rank({ isExplicit, segments }: CompiledRoute): number {
  if (!isExplicit) return 0
  return segments.some(({ isParam }) => isParam) ? 2 : 1
}

function fixedAtStart({ segments }: CompiledRoute): number {
  const first = segments.findIndex(({ isParam }) => isParam)
  return first === -1 ? segments.length : first
}

function fixed({ segments }: CompiledRoute): number {
  return segments.filter(({ isParam }) => !isParam).length
}
