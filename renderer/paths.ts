// The one place where addresses are built. Whatever a segment holds, it stays one segment.

export const homePath = '/'
export const digestsPath = '/digests'
export const projectsPath = '/projects'
export const playgroundPath = '/playground'
export const searchHelpPath = '/search-help'
export const signOutPath = '/sign-out'

type IssuesFilter = {
  project?: string | undefined
  query?: string | undefined
  sort?: string | undefined
  cursor?: string | undefined
}

export function issuesPath(filter: IssuesFilter = {}): string {
  return `/issues${query(filter)}`
}

export function issuePath(issueId: number, page: { cursor?: string | undefined } = {}): string {
  return `/issues/${issueId}${query(page)}`
}

export function eventPath(issueId: number, eventId: string): string {
  return `/issues/${issueId}/events/${segment(eventId)}`
}

/** A digest that cannot be a segment of its own is looked up by the form's address instead. */
export function digestPath(digest: string): string {
  return isDotSegment(digest) ? `/digests${query({ digest })}` : `/digests/${segment(digest)}`
}

export function releasesPath(
  filter: { project?: string | undefined; cursor?: string | undefined } = {},
): string {
  return `/releases${query(filter)}`
}

/** A version that cannot be a segment of its own has no page. */
export function releasePath(projectSlug: string, version: string): string | undefined {
  return isDotSegment(version) ? undefined : `/releases/${segment(projectSlug)}/${segment(version)}`
}

export function projectPath(slug: string): string {
  return `/projects/${segment(slug)}`
}

export function signInPath(next?: string): string {
  return `/sign-in${query({ next: next === '/' ? undefined : next })}`
}

export function setUpPath(token: string): string {
  return `/set-up/${segment(token)}`
}

/** Where a page's data is fetched while navigating: Vike's own address for it. */
export function payloadPath(pageUrl: string): string {
  const { pathname, search } = new URL(pageUrl, SOME_ORIGIN)
  return `${pathname.replace(/\/+$/, '')}/index.pageContext.json${search}`
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

function query(parameters: Record<string, string | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) search.set(name, value)
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}
