import type { Route } from '#renderer/layout/pages.ts'
import { permissions } from '#renderer/layout/permissions.ts'
import type { Fields } from './role-site.ts'
import type { Ids } from './secret-project.ts'

type Address = (ids: Ids) => string

const released = ({ slug, release }: Ids) => `/releases/${slug}/${encodeURIComponent(release)}`
const eventOf = ({ issue, event }: Ids) => `/issues/${issue}/events/${event}`

/** For each page that is not of one project, addresses that name something of a project; none for pages about nothing of one. */
const OTHER_PAGES: Record<Exclude<Route, `/projects/@slug${string}`>, readonly Address[]> = {
  '/index': [],
  '/issues': [
    ({ slug }) => `/issues?project=${slug}`,
    ({ shortId }) => `/issues?query=${shortId}`,
    ({ release }) => `/issues?query=release:${encodeURIComponent(release)}`,
    () => '/issues?query=environment:vault',
    () => '/issues?environment=vault',
    () => '/issues?filters=1',
  ],
  '/issues/@issueId': [({ issue }) => `/issues/${issue}`, ({ shortId }) => `/issues/${shortId}`],
  '/issues/@issueId/delete': [({ issue }) => `/issues/${issue}/delete`],
  '/issues/@issueId/events/@eventId': [eventOf, ({ issue }) => `/issues/${issue}/events/latest`],
  '/issues/@issueId/users': [({ issue }) => `/issues/${issue}/users`],
  '/users/@user': [
    ({ user, slug }) => `/users/${encodeURIComponent(user)}?project=${slug}`,
    ({ user }) => `/users/${encodeURIComponent(user)}`,
  ],
  '/digests': [({ digest }) => `/digests?digest=${digest}`, ({ event }) => `/digests?digest=${event}`],
  '/digests/@digest': [
    ({ digest }) => `/digests/${digest}`,
    ({ event }) => `/digests/${event}`,
    ({ digest }) => `/digests/${digest.slice(0, 6)}`,
  ],
  '/traces': [({ trace }) => `/traces?query=${trace}`, ({ slug }) => `/traces?project=${slug}`],
  '/traces/@traceId': [
    ({ trace }) => `/traces/${trace}`,
    ({ trace }) => `/traces/${trace}?compare=${'a'.repeat(32)}`,
  ],
  '/performance': [({ slug }) => `/performance?project=${slug}`, () => '/performance'],
  '/performance/route': [
    ({ slug }) => `/performance/route?project=${slug}&name=GET+%2Fcart&op=http.server&side=server`,
  ],
  '/logs': [({ slug }) => `/logs?project=${slug}`, ({ trace }) => `/logs?query=trace:${trace}`],
  '/measurements': [({ slug }) => `/measurements?project=${slug}`, () => '/measurements'],
  '/measurements/metric': [
    ({ metric }) => `/measurements/metric?name=${metric}`,
    ({ metric, slug }) => `/measurements/metric?name=${metric}&project=${slug}&query=value:1`,
  ],
  '/releases': [({ slug }) => `/releases?project=${slug}`],
  '/releases/@slug/@version': [released],
  '/monitors': [({ slug }) => `/monitors?project=${slug}`],
  '/alerts': [() => '/alerts'],
  '/alerts/channels': [() => '/alerts/channels'], // channels are of no project
  '/alerts/channels/new': [],
  '/alerts/channels/@channelId': [() => '/alerts/channels/1'],
  '/alerts/messages': [() => '/alerts/messages', ({ rule }) => `/alerts/messages?rule=${rule}`],
  '/alerts/messages/@messageId': [({ message }) => `/alerts/messages/${message}`],
  '/alerts/rules/new': [],
  '/alerts/rules/@ruleId': [({ rule }) => `/alerts/rules/${rule}`],
  '/status-pages': [() => '/status-pages'],
  '/status-pages/new': [],
  '/status-pages/@statusPageId': [() => '/status-pages/1'], // of no project
  '/monitors/new': [],
  '/monitors/@slug/uptime/@checkId': [({ slug, check }) => `/monitors/${slug}/uptime/${check}`],
  '/monitors/@slug/uptime/@checkId/edit': [({ slug, check }) => `/monitors/${slug}/uptime/${check}/edit`],
  '/monitors/@slug/@monitor': [({ slug, monitor }) => `/monitors/${slug}/${monitor}`],
  '/feedback': [({ slug }) => `/feedback?project=${slug}`],
  '/projects': [() => '/projects'],
  '/usage': [({ slug }) => `/usage?project=${slug}`, () => '/usage'],
  '/playground': [],
  '/search-help': [],
  '/settings': [],
  '/settings/account': [],
  '/settings/instance': [],
  '/settings/invitations': [],
  '/settings/members': [],
  '/settings/teams': [],
  '/settings/tokens': [() => '/settings/tokens'],
  '/settings/audit': [],
  '/settings/factors': [],
  '/settings/notifications': [() => '/settings/notifications'],
  '/sign-in': [],
  '/sign-in/forgot-password': [],
  '/sign-in/link': [],
  '/sign-in/second-step': [],
  '/sign-out': [],
  '/set-up/@token': [],
  '/invitations/@token': [],
  '/resets/@token': [],
  '/addresses/@token': [],
  '/unsubscribe/@token': [],
  '/acknowledge/@token': [], // its address is signed
}

const PROJECT_PAGES = Object.keys(permissions)
  .filter((route) => route.startsWith('/projects/@slug'))
  .map((route): [string, Address[]] => [route, [({ slug }) => route.replace('@slug', slug)]])

/** For each page, addresses that name something of a project. */
export const PAGES: Readonly<Record<string, readonly Address[]>> = {
  ...OTHER_PAGES,
  ...Object.fromEntries(PROJECT_PAGES),
}

/** The same for the routes of the server itself, beside that of all pages. */
export const SERVER_ROUTES: Readonly<Record<string, readonly Address[]>> = {
  ...Object.fromEntries(
    ['event.json', 'event.md', 'assistant.md', 'stack.txt', 'curl.txt'].map((file) => [
      `GET /issues/:issueId/events/:eventId/${file}`,
      [(ids: Ids) => `${eventOf(ids)}/${file}`],
    ]),
  ),
  'GET /issues/:issueId/events/:eventId/attachments/:attachmentId': [
    (ids) => `${eventOf(ids)}/attachments/${ids.attachment}`,
  ],
  'GET /feedback/:slug/:feedbackId/attachments/:attachmentId': [
    (ids) => `/feedback/${ids.slug}/${ids.feedbackEvent}/attachments/${ids.feedbackAttachment}`,
  ],
  // They lead whoever asks to our pages, which say whether there is such an issue.
  'GET /organizations/desk/issues/:issue': [],
  'GET /organizations/desk/issues/:issue/': [],
  'GET /organizations/desk/issues/:issue/events/:event': [],
  'GET /organizations/desk/issues/:issue/events/:event/': [],
  'GET /live': [], // its messages have a test of their own
  'GET /live/news': [({ slug }) => `/live/news?since=1&project=${slug}`, () => '/live/news?since=1'],
  'GET /live/issues/:issueId': [({ issue }) => `/live/issues/${issue}`],
  'GET /live/search': [
    ({ issue }) => `/live/search?list=events&issue=${issue}`,
    ({ slug }) => `/live/search?project=${slug}`,
    ...['issues', 'logs', 'traces', 'feedback'].map((list) => () => `/live/search?list=${list}&key=release`),
    () => '/live/search?key=environment',
  ],
  'GET /settings/audit/audit-log.jsonl': [], // of the whole desk, and for admins alone
  // They name nothing of a project.
  'GET /sign-in/provider': [],
  'GET /sign-in/provider/callback': [],
  'GET /*': [],
  'POST /*': [],
}

/** Pages whose forms name nothing of a project: accounts, members, the visitor's own settings. */
const OF_NO_PROJECT: readonly string[] = [
  ...['/playground', '/projects', '/settings', '/settings/account', '/settings/invitations'],
  ...['/settings/members', '/settings/teams', '/settings/factors', '/sign-in', '/sign-in/second-step'],
  ...['/sign-in/link', '/sign-out', '/set-up/@token', '/invitations/@token', '/resets/@token'],
  ...['/sign-in/forgot-password', '/addresses/@token'],
  ...['/unsubscribe/@token', '/acknowledge/@token'],
]

/** What they delete is of no project, and found only once. */
const DELETING: readonly string[] = [
  '/alerts/channels/@channelId delete',
  '/status-pages/@statusPageId delete',
]

export interface Form {
  name: string
  address: Address
  fields: (ids: Ids) => Fields
}

/** They make something that names nothing yet, or choose for oneself. */
const MAKING: readonly string[] = ['save-view', 'add-mute', 'ways', 'quiet', 'digest', 'begin-mail']

/** All forms of pages that can name something of a project, filled in: from the table of permissions, so that none is missed. */
export function listForms(): Form[] {
  return Object.entries(permissions).flatMap(([route, { does = {} }]) =>
    OF_NO_PROJECT.includes(route)
      ? []
      : Object.keys(does)
          .filter((change) => !MAKING.includes(change) && !DELETING.includes(`${route} ${change}`))
          .flatMap((change) =>
            addressesOfForms(route).map((address) => ({
              name: `${route} ${change}`,
              address,
              fields: (ids: Ids) => fieldsOf(route, change, ids),
            })),
          ),
  )
}

function addressesOfForms(route: string): Address[] {
  const [first = () => ''] = PAGES[route] ?? []
  return route.includes('@') ? [first] : [() => route]
}

/** What any form of the page may ask for; each reads only its own fields. */
function fieldsOf(route: string, change: string, ids: Ids): Fields {
  const named: Record<string, string> = {
    feedback: `${change}:${ids.feedback}`,
    undo: `undo:${ids.activity}-${ids.activity}`,
    assign: 'assign:1',
    'tracker-create': 'tracker-create:1',
    'tracker-unlink': 'tracker-unlink:1',
    'tracker-retry': 'tracker-retry:1',
  }
  const said = (route === '/feedback' ? named.feedback : named[change]) ?? change
  return [
    ...([
      ['change', said],
      ['issue', String(ids.issue)],
      ['comment', String(ids.comment)],
    ] as const),
    ...([
      ['text', 'hello'],
      ['grouping', String(ids.grouping)],
      ['into', ids.shortId],
    ] as const),
    ...([
      ['release', ids.release],
      ['minutes', '60'],
      ['count', '5'],
      ['users', '5'],
    ] as const),
    ...([
      ['environment', 'vault'],
      ['view', String(ids.view)],
      ['name', 'Mine'],
      ['query', ''],
    ] as const),
    ...([
      ['sort', 'date'],
      ['checksum', ids.checksum],
      ['origin', ids.origin],
    ] as const),
    ...([
      ['access', 'all'],
      ['was', 'all'],
      ['id', String(ids.token)],
      ['lifetime', '90d'],
    ] as const),
    ...([
      ['scope.event:read', 'on'],
      [`project.${ids.slug}`, 'on'],
      ['editor', 'none'],
      ['key', ids.key],
      ['index', '0'],
      ['match', 'type:X'],
      ['project', ids.slug],
      ['url', 'https://hidden.example/'],
      ['fingerprint', 'x'],
      ['version', 'none'],
      ['maxEvents', '5'],
      ['tracker', '1'],
      ['kind', 'github'],
      ['address', 'https://github.com/acme/vault'],
    ] as const),
  ]
}
