// All addresses of pages are built here, on the server too, or beside the views that alone lead to them (`paths.ts`). Each
// value is encoded, so that it stays one segment of the path.

/** The first segment of a page's address, the same as its folder in pages/. */
type Root =
  | '/acknowledge'
  | '/addresses'
  | '/alerts'
  | '/digests'
  | '/feedback'
  | '/invitations'
  | '/issues'
  | '/logs'
  | '/measurements'
  | '/monitors'
  | '/performance'
  | '/playground'
  | '/projects'
  | '/releases'
  | '/resets'
  | '/unsubscribe'
  | '/search-help'
  | '/set-up'
  | '/settings'
  | '/sign-in'
  | '/sign-out'
  | '/status-pages'
  | '/traces'
  | '/usage'
  | '/users'

/** A page's path with its query. An address that no page can have is a type error. */
export type Path = '/' | `${Root}${'' | `/${string}` | Query}`

type Query = '' | `?${string}`

export const homePath = '/'
export const digestsPath = '/digests'
export const projectsPath = '/projects'
export const playgroundPath = '/playground'
export const searchHelpPath = '/search-help'
export const settingsPath = '/settings'
export const ownAccountPath = '/settings/account'
export const tokensPath = '/settings/tokens'
/** The API's description, a page of the server itself. */
export const apiDocsPath = '/api/0/docs/'
/** The audit log as a file of JSON lines. */
export const auditFilePath = '/settings/audit/audit-log.jsonl'
export const membersPath = '/settings/members'
export const invitationsPath = '/settings/invitations'
export const teamsPath = '/settings/teams'
export const signOutPath = '/sign-out'
/** How to search a list. */
export const searchHelpOf = (list: string) => `${searchHelpPath}#${list}`

/** The parameters of a page's address. Those without a value are left out. */
export type FilterParams = Readonly<Record<string, string | undefined>>

export function issuesPath(filter: FilterParams = {}): Path {
  return `/issues${query(filter)}`
}

export function issuePath(issueId: number, page: FilterParams = {}): Path {
  return `/issues/${issueId}${query(page)}`
}

/** The page that asks first. */
export function deleteIssuePath(issueId: number): Path {
  return `/issues/${issueId}/delete`
}

export function eventPath(issueId: number, eventId: string): Path {
  return `/issues/${issueId}/events/${segment(eventId)}`
}

/** The users that an issue affected. */
export function issueUsersPath(issueId: number, page: FilterParams = {}): Path {
  return `/issues/${issueId}/users${query(page)}`
}

/** All that happened to one user, named as it is counted: `id:7`. */
export function userPath(name: string, filter: FilterParams = {}): Path {
  return `/users/${segment(name)}${query(filter)}`
}

/** A digest that cannot be a path segment goes into the query, as the form sends it. */
export function digestPath(digest: string): Path {
  return isDotSegment(digest) ? `/digests${query({ digest })}` : `/digests/${segment(digest)}`
}

export function releasesPath(filter: FilterParams = {}): Path {
  return `/releases${query(filter)}`
}

/** A version that cannot be a path segment has no page. */
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

/**
 * The page of one route. A route's name can be any text, so it is a parameter, together with `op`, `side`
 * and `project`.
 */
export function performanceRoutePath(filter: FilterParams): Path {
  return `/performance/route${query(filter)}`
}

export function logsPath(filter: FilterParams = {}): Path {
  return `/logs${query(filter)}`
}

export function metricsPath(filter: FilterParams = {}): Path {
  return `/measurements${query(filter)}`
}

/** The page of one metric. Its name can be any text, so it is a parameter. */
export function metricPath(name: string, filter: FilterParams = {}): Path {
  return `/measurements/metric${query({ ...filter, name })}`
}

export function usagePath(filter: FilterParams = {}): Path {
  return `/usage${query(filter)}`
}

export function monitorsPath(filter: FilterParams = {}): Path {
  return `/monitors${query(filter)}`
}

export function monitorPath(projectSlug: string, slug: string, page: FilterParams = {}): Path {
  return isDotSegment(slug)
    ? monitorsPath({ project: projectSlug })
    : `/monitors/${segment(projectSlug)}/${segment(slug)}${query(page)}`
}

/** The page of an uptime check. */
export function checkPath(projectSlug: string, id: number, page: FilterParams = {}): Path {
  return `/monitors/${segment(projectSlug)}/uptime/${id}${query(page)}`
}

export const statusPagesPath = '/status-pages'
export const newStatusPagePath = '/status-pages/new'

export const alertsPath = '/alerts'
export const channelsPath = '/alerts/channels'

export function feedbackPath(filter: FilterParams = {}): Path {
  return `/feedback${query(filter)}`
}

/** The stream of updates after the message with this id. */
export function livePath(after: string, viewerId: number): `/live${Query}` {
  return `/live${query({ after, viewer: String(viewerId) })}`
}

/** How many issues are new since a time by the server's clock, as JSON. */
export function newsPath(since: number | undefined, scope: FilterParams): `/live/news${Query}` {
  return `/live/news${query({ since: since === undefined ? undefined : String(since), ...scope })}`
}

/** The preview of an issue, as JSON. */
export function previewPath(issueId: string): `/live/issues/${string}` {
  return `/live/issues/${segment(issueId)}`
}

/** The completions of a search of issues, as JSON. */
export function offersPath(asked: FilterParams): `/live/search${Query}` {
  return `/live/search${query(asked)}`
}

export function projectPath(slug: string): Path {
  return `/projects/${segment(slug)}`
}

/** The page of a project's source maps. */
export function sourceMapsPath(slug: string): Path {
  return `/projects/${segment(slug)}/source-maps`
}

export function signInPath(next?: string, problem?: string): Path {
  return `/sign-in${query({ next: next === '/' ? undefined : next, problem })}`
}

/** Leads to the OpenID provider of the settings; no page. */
export function providerPath(next?: string): Path {
  return `/sign-in/provider${query({ next })}`
}

/** Where somebody whom the provider has signed in links an account once. */
export function linkPath(next?: string): Path {
  return `/sign-in/link${query({ next })}`
}

/** The second step of signing in. */
export function secondStepPath(next?: string): Path {
  return `/sign-in/second-step${query({ next })}`
}

/** Where people ask for a mail by which they choose another password. */
export const forgotPasswordPath = '/sign-in/forgot-password'

/** The account's second factors. */
export function factorsPath(next?: string): Path {
  return `/settings/factors${query({ next: next === '/' ? undefined : next })}`
}

export function setUpPath(token: string): Path {
  return `/set-up/${segment(token)}`
}

/** Where somebody who was invited chooses a name and a password. */
export function invitationPath(token: string): Path {
  return `/invitations/${segment(token)}`
}

/** Where whoever got a message says that they take care of its issue. */
export function acknowledgePath(token: string): Path {
  return `/acknowledge/${segment(token)}`
}

/** Where somebody who forgot the password chooses another one. */
export function resetPath(token: string): Path {
  return `/resets/${segment(token)}`
}

/** Where a new address is confirmed. */
export function addressPath(token: string): Path {
  return `/addresses/${segment(token)}`
}

/** Where mails are ended by a link in one. */
export function unsubscribePath(token: string): Path {
  return `/unsubscribe/${segment(token)}`
}

/** Vike's address for a page's data, which is requested during a navigation. */
export function payloadPath(pageUrl: string): string {
  const { pathname, search } = new URL(pageUrl, SOME_ORIGIN)
  return `${pathname.replace(/\/{1,9}$/, '')}/index.pageContext.json${search}`
}

/**
 * Returns a `next` parameter as a path of this site, or undefined. The check and the result both use the
 * parsed path, because browsers drop tabs and turn `\` into `/`: `/\evil.example` and `/.//evil.example`
 * lead to other sites.
 */
export function safeReturnPath(next: string | null): string | undefined {
  if (!next?.startsWith('/')) return undefined
  const url = URL.parse(next, SOME_ORIGIN)
  if (url?.origin !== SOME_ORIGIN || url.pathname.startsWith('//')) return undefined
  if (OF_STRANGERS.test(url.pathname)) return undefined
  return url.pathname + url.search + url.hash
}

/** Pages that nobody returns to. */
const OF_STRANGERS = /^\/(sign-in|sign-out|set-up|invitations|resets|addresses|acknowledge)(\/|$)/

/** This origin is only for parsing and never part of a result. */
const SOME_ORIGIN = 'http://origin.invalid'

/** One segment of a path. */
export function segment(text: string): string {
  // A lone surrogate cannot be encoded and would throw.
  return encodeURIComponent(text.toWellFormed())
}

/** URL parsers remove these segments, percent-encoded or not. */
function isDotSegment(text: string): boolean {
  return text === '' || text === '.' || text === '..'
}

/** The query of an address, with its question mark. */
export function query(parameters: FilterParams): Query {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) search.set(name, value)
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}
