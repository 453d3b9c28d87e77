import { pages } from '#renderer/layout/pages.ts'
import { SCALE_LARGE_EVENT, SCALE_ROUTES, SCALE_TAGGED_EVENT, SCALE_TRACE } from './fill-scale-rest.ts'
import type { Sample } from './scale-queries.ts'

export interface ScalePage {
  name: string
  /** A folder of pages/. */
  folder: string
  path: (sample: Sample) => string
  /** Asked for by nobody who is signed in. */
  isPublic?: boolean
  /** 200 if it is not said. */
  status?: number
}

const PROJECT = 'project=shop-2'
const MONTH = 'statsPeriod=30d'
const EVENT = '/issues/@issueId/events/@eventId'
/** The one with the most requests. */
const ROUTE = 'name=POST+%2Fcheckout&op=http.server&side=server'

/** Pages as they are asked for on a full store. */
const askedPages: ScalePage[] = [
  ...pagesAt('/issues', {
    issues: '',
    'issues, by frequency': '?sort=freq',
    'issues, by trend': '?sort=trends',
    'issues, by people': '?sort=user',
    'issues, resolved': '?query=is%3Aresolved',
    'issues, words': '?query=is%3Aunresolved+error+checkout',
    'issues, a tag': '?query=is%3Aunresolved+browser.name%3AFirefox',
    'issues, its facets': '?filters=1',
    'issues, facets of a project': `?filters=1&${PROJECT}`,
    'issues, facets of an environment': '?filters=1&environment=production',
    'issues, 14 days': '?trend=14d',
    'issues, 14 days and facets': '?trend=14d&filters=1',
    'issues, an environment': '?environment=staging',
    'issues, 30 days': `?${MONTH}`,
    'issues, 24 hours': '?statsPeriod=24h',
  }),
  page('issues of a project', '/issues', ({ projectSlug }) => `/issues?project=${projectSlug}`),
  page('issue', '/issues/@issueId', ({ issueId }) => `/issues/${issueId}`),
  page('issue, 24 hours', '/issues/@issueId', ({ issueId }) => `/issues/${issueId}?statsPeriod=24h`),
  page('issue with many tags', '/issues/@issueId', ({ taggedIssueId }) => `/issues/${taggedIssueId}`),
  page('issue with a large event', '/issues/@issueId', ({ largeIssueId }) => `/issues/${largeIssueId}`),
  page('event', EVENT, ({ issueId, eventId }) => `/issues/${issueId}/events/${eventId}`),
  page('event, large', EVENT, ({ largeIssueId }) => `/issues/${largeIssueId}/events/${SCALE_LARGE_EVENT}`),
  page(
    'event, large, all of it',
    EVENT,
    ({ largeIssueId }) => `/issues/${largeIssueId}/events/${SCALE_LARGE_EVENT}?show=all`,
  ),
  page(
    'event with many tags',
    EVENT,
    ({ taggedIssueId }) => `/issues/${taggedIssueId}/events/${SCALE_TAGGED_EVENT}`,
  ),
  page('digest, to its event', '/digests/@digest', ({ digest }) => `/digests/${digest}`),
  {
    ...page('digest that nothing has', '/digests/@digest', ({ unknown }) => `/digests/${unknown}`),
    status: 404,
  },
  page('project', '/projects/@slug', ({ projectSlug }) => `/projects/${projectSlug}`),
  ...pagesAt('/traces', {
    traces: '',
    'traces, 30 days': `?${MONTH}`,
    'traces, slowest': `?sort=slowest&${MONTH}`,
    'traces, all of a project': `?query=&${PROJECT}&${MONTH}`,
    'traces, slow ones by name': `?query=name%3A%22GET+%2Fsearch%22+duration%3A%3E50ms&${MONTH}`,
    'traces, failed': `?query=status%3Ainternal_error&${MONTH}`,
    'traces, words of none': `?query=nothing+at+all&${MONTH}`,
  }),
  ...pagesAt(`/traces/@traceId`, {
    'trace of 10,000 spans': '',
    'trace, folded': '?depth=1',
    'trace, slow rows': '?only=slow',
    'trace, a span': '?span=0000000000000309',
    'trace, further down': '?at=5000',
  }),
  page('trace of an event', '/traces/@traceId', ({ traceId }) => `/traces/${traceId}`),
  ...pagesAt('/performance', {
    performance: '',
    'performance, a project': `?${PROJECT}`,
    'performance, 30 days': `?${PROJECT}&${MONTH}`,
    'performance, 30 days compared': `?${PROJECT}&${MONTH}&compare=1&sort=-p95`,
    'performance, an environment': `?environment=production&${MONTH}`,
    'performance, words': `?query=part&from=25&${MONTH}`,
  }),
  ...pagesAt('/performance/route', {
    route: `?${PROJECT}&${ROUTE}`,
    'route, 30 days': `?${PROJECT}&${ROUTE}&${MONTH}`,
    'route, 30 days compared': `?${PROJECT}&${ROUTE}&${MONTH}&compare=1`,
    'route, the last': `?${PROJECT}&name=GET+%2Fpart%2F${SCALE_ROUTES - 2}&op=http.server&side=server&${MONTH}`,
  }),
  ...pagesAt('/logs', {
    logs: '',
    'logs, 30 days': `?${MONTH}`,
    'logs, words': `?query=level%3A%3E%3Dwarn+payment&${MONTH}`,
    'logs, words of none': `?query=a+word+that+nobody+wrote&${MONTH}`,
    'logs, an attribute': `?query=order%3A77&${MONTH}`,
    'logs of a project': `?${PROJECT}&${MONTH}`,
  }),
  ...pagesAt('/releases', {
    releases: '',
    'releases, 30 days': `?${MONTH}`,
    'releases, by version': `?sort=version&${MONTH}`,
    'releases, words': `?query=shop&${PROJECT}`,
  }),
  page('release', '/releases/@slug/@version', () => '/releases/shop-2/shop%401.2.0'),
  page('release, 30 days', '/releases/@slug/@version', () => `/releases/shop-2/shop%401.12.0?${MONTH}`),
  ...pagesAt('/usage', {
    usage: '',
    'usage, 30 days': `?${MONTH}`,
    'usage of a project, 30 days': `?${PROJECT}&${MONTH}`,
  }),
  ...pagesAt('/monitors', { monitors: '', 'monitors of a project': `?${PROJECT}` }),
  page('monitor', '/monitors/@slug/@monitor', () => '/monitors/shop-2/job-7'),
  ...pagesAt('/feedback', { feedback: '', 'feedback, spam': '?state=spam' }),
  { ...page('sign in', '/sign-in', () => '/sign-in'), isPublic: true },
]

/** Every page: those that the list above does not ask for as the register has them. */
export const scalePages: ScalePage[] = [
  ...askedPages,
  ...Object.entries(pages).flatMap(([path, { name }]) => {
    const isAsked = askedPages.some(({ folder }) => folder === path)
    return name === undefined || isAsked ? [] : [page(name.toLowerCase(), path, () => path)]
  }),
]

function page(name: string, folder: string, path: ScalePage['path']): ScalePage {
  return { name, folder, path }
}

/** What is asked for at one address in several ways. */
function pagesAt(folder: string, queries: Record<string, string>): ScalePage[] {
  const path = folder.replace('@traceId', SCALE_TRACE)
  return Object.entries(queries).map(([name, query]) => page(name, folder, () => path + query))
}
