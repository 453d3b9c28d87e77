// The one place where addresses of pages are built, in the server too. Whatever a segment holds, it stays one segment.

/** Where pages' addresses begin, as the folders of pages/ do. */
type Root =
  | '/digests'
  | '/feedback'
  | '/issues'
  | '/logs'
  | '/monitors'
  | '/performance'
  | '/playground'
  | '/projects'
  | '/releases'
  | '/search-help'
  | '/set-up'
  | '/settings'
  | '/sign-in'
  | '/sign-out'
  | '/traces'
  | '/usage'

/** A page's path, with its query: one that no page can have is an error of the type. */
export type Path = '/' | `${Root}${'' | `/${string}` | Query}`

type Query = '' | `?${string}`

export const homePath = '/'
export const digestsPath = '/digests'
export const projectsPath = '/projects'
export const playgroundPath = '/playground'
export const searchHelpPath = '/search-help'
export const settingsPath = '/settings'

/** The parameters of a page's address; those without a value are left out. */
export type FilterParams = Readonly<Record<string, string | undefined>>

export function issuesPath(filter: FilterParams = {}): Path {
  return `/issues${query(filter)}`
}

export function issuePath(issueId: number, page: FilterParams = {}): Path {
  return `/issues/${issueId}${query(page)}`
}

export function eventPath(issueId: number, eventId: string): Path {
  return `/issues/${issueId}/events/${segment(eventId)}`
}

/** A digest that cannot be a segment of its own is looked up by the form's address instead. */
export function digestPath(digest: string): Path {
  return isDotSegment(digest) ? `/digests${query({ digest })}` : `/digests/${segment(digest)}`
}

export function releasesPath(filter: FilterParams = {}): Path {
  return `/releases${query(filter)}`
}

/** A version that cannot be a segment of its own has no page. */
export function releasePath(projectSlug: string, version: string): Path | undefined {
  return isDotSegment(version) ? undefined : `/releases/${segment(projectSlug)}/${segment(version)}`
}

export function tracesPath(filter: FilterParams = {}): Path {
  return `/traces${query(filter)}`
}

/** `traceId` as 32 hex characters. */
export function tracePath(traceId: string, filter: FilterParams = {}): Path {
  return `/traces/${segment(traceId)}${query(filter)}`
}

export function performancePath(filter: FilterParams = {}): Path {
  return `/performance${query(filter)}`
}

/** One route: its name may be any text, so that it is a parameter with `op`, `side` and `project`. */
export function performanceRoutePath(filter: FilterParams): Path {
  return `/performance/route${query(filter)}`
}

export function logsPath(filter: FilterParams = {}): Path {
  return `/logs${query(filter)}`
}

export function monitorsPath(filter: FilterParams = {}): Path {
  return `/monitors${query(filter)}`
}

export function monitorPath(projectSlug: string, slug: string, page: FilterParams = {}): Path {
  return isDotSegment(slug)
    ? monitorsPath({ project: projectSlug })
    : `/monitors/${segment(projectSlug)}/${segment(slug)}${query(page)}`
}

export function feedbackPath(filter: FilterParams = {}): Path {
  return `/feedback${query(filter)}`
}

/** The stream of what comes, from the message of this id on. */
export function livePath(after: string, viewerId: number): `/live${Query}` {
  return `/live${query({ after, viewer: String(viewerId) })}`
}

/** What is shown of an issue before it is opened, as JSON. */
export function previewPath(issueId: string): `/live/issues/${string}` {
  return `/live/issues/${segment(issueId)}`
}

export function projectPath(slug: string): Path {
  return `/projects/${segment(slug)}`
}

export function signInPath(next?: string): Path {
  return `/sign-in${query({ next: next === '/' ? undefined : next })}`
}

export function setUpPath(token: string): Path {
  return `/set-up/${segment(token)}`
}

/** Where a page's data is fetched while navigating: Vike's own address for it. */
export function payloadPath(pageUrl: string): string {
  const { pathname, search } = new URL(pageUrl, SOME_ORIGIN)
  return `${pathname.replace(/\/{1,9}$/, '')}/index.pageContext.json${search}`
}

/**
 * A `next` parameter as a path of this site, or undefined. The parsed path is what is judged and what is
 * returned: browsers drop tabs and turn `\` into `/`, so `/\evil.example` and `/.//evil.example` are not ours.
 */
export function safeReturnPath(next: string | null): string | undefined {
  if (!next?.startsWith('/')) return undefined
  const url = URL.parse(next, SOME_ORIGIN)
  if (url?.origin !== SOME_ORIGIN || url.pathname.startsWith('//')) return undefined
  if (/^\/(sign-in|sign-out|set-up)(\/|$)/.test(url.pathname)) return undefined
  return url.pathname + url.search + url.hash
}

/** Only for parsing: never part of a result. */
const SOME_ORIGIN = 'http://origin.invalid'

function segment(text: string): string {
  // A lone surrogate cannot be encoded, and would throw.
  return encodeURIComponent(text.toWellFormed())
}

/** URL parsers resolve these away, percent-encoded or not. */
function isDotSegment(text: string): boolean {
  return text === '' || text === '.' || text === '..'
}

function query(parameters: FilterParams): Query {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) search.set(name, value)
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}
