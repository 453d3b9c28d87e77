import type { Role } from '#server/models/accounts/roles.ts'
import { TOKEN_SCOPES, type TokenScope } from '#server/models/accounts/scopes.ts'
import type { Ids } from './secret-project.ts'

interface ApiRow {
  /** The scopes that open it, as https://docs.sentry.io/api/permissions/ has them. */
  scopes: readonly TokenScope[]
  /** The least role whose own tokens may have one of them. */
  role: Role
  path: (ids: Ids) => string
  body?: (ids: Ids) => object
}

type Need = Pick<ApiRow, 'scopes' | 'role'>

/** Each scope with those that include it. */
const any: Need = { scopes: TOKEN_SCOPES, role: 'viewer' }
const org: Need = { scopes: ['org:read'], role: 'viewer' }
const project: Need = { scopes: ['project:read', 'project:write', 'project:admin'], role: 'viewer' }
const changesProject: Need = { scopes: ['project:write', 'project:admin'], role: 'admin' }
const events: Need = { scopes: ['event:read', 'event:write', 'event:admin'], role: 'viewer' }
const changesIssues: Need = { scopes: ['event:write', 'event:admin'], role: 'member' }
const deletesIssues: Need = { scopes: ['event:admin'], role: 'member' }
const releases: Need = { scopes: [...project.scopes, 'project:releases'], role: 'viewer' }
const changesReleases: Need = { scopes: [...changesProject.scopes, 'project:releases'], role: 'member' }
const members: Need = { scopes: ['member:read', 'member:admin'], role: 'admin' }
const alerts: Need = { scopes: ['alerts:read', 'alerts:write'], role: 'viewer' }
/** Whoever deploys mutes; rules and channels are changed by admins. */
const mutes: Need = { scopes: ['alerts:write'], role: 'member' }
const changesAlerts: Need = { scopes: ['alerts:write'], role: 'admin' }
const changesMembers: Need = { scopes: ['member:admin'], role: 'admin' }

const inDesk = (end: string) => () => `/organizations/desk${end}`
const ofProject = (end: (ids: Ids) => string) => (ids: Ids) => `/projects/desk/${ids.slug}${end(ids)}`
const ofRelease = (end: string) => (ids: Ids) =>
  `/organizations/desk/releases/${encodeURIComponent(ids.release)}${end}`
const raw = () => ({ raw: '' })
const PROJECT = '/projects/:organization/:project'
const RELEASES = '/organizations/:organization/releases'
const CHANNELS = '/organizations/:organization/alert-channels'
const aMute = () => ({ minutes: 10, reason: 'deploy' })
const aRule = () => ({
  name: 'New errors',
  conditions: [{ id: 'sentry.rules.conditions.first_seen_event.FirstSeenEventCondition' }],
  actions: [{ id: 'sentry.rules.actions.notify_event.NotifyEventAction' }],
})
/** Somebody who is neither the owner nor the one who asks. */
const ANOTHER = '/organizations/desk/members/5'

/** Routes of the API about something of a project, each with an address that names it. */
export const OF_PROJECT: Readonly<Record<string, ApiRow>> = {
  [`GET ${PROJECT}`]: { ...project, path: ofProject(() => '') },
  [`GET ${PROJECT}/keys`]: { ...project, path: ofProject(() => '/keys') },
  [`GET ${PROJECT}/issues`]: { ...events, path: ofProject(() => '/issues') },
  [`GET ${PROJECT}/events`]: { ...project, path: ofProject(() => '/events') },
  [`GET ${PROJECT}/events/:eventId`]: { ...project, path: ofProject(({ event }) => `/events/${event}`) },
  [`GET ${PROJECT}/events/:eventId/committers`]: {
    ...project,
    path: ofProject(({ event }) => `/events/${event}/committers`),
  },
  [`GET ${PROJECT}/events/:eventId/attachments`]: {
    ...project,
    path: ofProject(({ event }) => `/events/${event}/attachments`),
  },
  [`GET ${PROJECT}/events/:eventId/attachments/:attachmentId`]: {
    ...project,
    path: ofProject(({ event, attachment }) => `/events/${event}/attachments/${attachment}`),
  },
  [`GET ${PROJECT}/user-feedback`]: { ...project, path: ofProject(() => '/user-feedback') },
  [`POST ${PROJECT}/user-feedback`]: {
    ...changesIssues,
    path: ofProject(() => '/user-feedback'),
    body: ({ event }) => ({ event_id: event, comments: 'It broke' }),
  },
  [`GET ${PROJECT}/monitors`]: { ...project, path: ofProject(() => '/monitors') },
  [`GET ${PROJECT}/monitors/:monitor`]: {
    ...project,
    path: ofProject(({ monitor }) => `/monitors/${monitor}`),
  },
  [`GET ${PROJECT}/monitors/:monitor/checkins`]: {
    ...project,
    path: ofProject(({ monitor }) => `/monitors/${monitor}/checkins`),
  },
  [`GET ${PROJECT}/stats`]: { ...project, path: ofProject(() => '/stats') },
  [`GET ${PROJECT}/people`]: { ...project, path: ofProject(() => '/people') },
  [`GET ${PROJECT}/ownership`]: { ...project, path: ofProject(() => '/ownership') },
  [`GET ${PROJECT}/codeowners`]: { ...project, path: ofProject(() => '/codeowners') },
  'GET /digests/:digest': { ...events, path: ({ digest }) => `/digests/${digest}` },
  'GET /organizations/:organization/trace/:traceId': {
    ...org,
    path: ({ trace }) => `/organizations/desk/trace/${trace}`,
  },
  'GET /organizations/:organization/trace-meta/:traceId': {
    ...org,
    path: ({ trace }) => `/organizations/desk/trace-meta/${trace}`,
  },
  'GET /organizations/:organization/shortids/:shortId': {
    ...org,
    path: ({ shortId }) => `/organizations/desk/shortids/${shortId}`,
  },
  ...ofReleases(RELEASES, (end) => inDesk(end)),
  ...ofReleases(`${PROJECT}/releases`, (end) => ofProject(() => end)),
  [`GET ${RELEASES}/:version/commitfiles`]: { ...releases, path: ofRelease('/commitfiles') },
  [`GET ${RELEASES}/:version/previous-with-commits`]: {
    ...releases,
    path: ofRelease('/previous-with-commits'),
  },
  [`GET ${RELEASES}/:version/deploys`]: { ...releases, path: ofRelease('/deploys') },
  [`GET ${PROJECT}/rules`]: { ...alerts, path: ofProject(() => '/rules') },
  [`GET ${PROJECT}/rules/:ruleId`]: { ...alerts, path: ofProject(({ rule }) => `/rules/${rule}`) },
  [`GET ${PROJECT}/mutes`]: { ...alerts, path: ofProject(() => '/mutes') },
  [`POST ${PROJECT}/mutes`]: { ...mutes, path: ofProject(() => '/mutes'), body: aMute },
  [`DELETE ${PROJECT}/mutes/:muteId`]: { ...mutes, path: ofProject(() => '/mutes/1') },
  [`POST ${PROJECT}/rules`]: { ...changesAlerts, path: ofProject(() => '/rules'), body: aRule },
  [`PUT ${PROJECT}/rules/:ruleId`]: {
    ...changesAlerts,
    path: ofProject(({ rule }) => `/rules/${rule}`),
    body: aRule,
  },
  [`DELETE ${PROJECT}/rules/:ruleId`]: { ...changesAlerts, path: ofProject(({ rule }) => `/rules/${rule}`) },
  [`PUT ${PROJECT}/ownership`]: { ...changesProject, path: ofProject(() => '/ownership'), body: raw },
  [`POST ${PROJECT}/codeowners`]: { ...changesProject, path: ofProject(() => '/codeowners'), body: raw },
  [`PUT ${PROJECT}/codeowners/:id`]: { ...changesProject, path: ofProject(() => '/codeowners/1'), body: raw },
  [`GET ${PROJECT}/releases`]: { ...releases, path: ofProject(() => '/releases') },
  [`POST ${PROJECT}/releases`]: {
    ...changesReleases,
    path: ofProject(() => '/releases'),
    body: () => ({ version: 'a@1' }),
  },
  [`POST ${RELEASES}`]: {
    ...changesReleases,
    path: inDesk('/releases'),
    body: ({ slug }) => ({ version: 'a@1', projects: [slug] }),
  },
  [`POST ${RELEASES}/:version/deploys`]: {
    ...changesReleases,
    path: ofRelease('/deploys'),
    body: () => ({ environment: 'production' }),
  },
  'POST /organizations/:organization/artifactbundle/assemble': {
    ...changesReleases,
    path: inDesk('/artifactbundle/assemble'),
    body: ({ slug }) => ({ checksum: 'a'.repeat(40), chunks: ['a'.repeat(40)], projects: [slug] }),
  },
  ...ofIssue('/issues/:issueId'),
  ...ofIssue('/organizations/:organization/issues/:issueId'),
  [`DELETE ${PROJECT}/codeowners/:id`]: { ...changesProject, path: ofProject(() => '/codeowners/1') },
  [`DELETE ${PROJECT}/monitors/:monitor`]: {
    ...changesProject,
    path: ofProject(({ monitor }) => `/monitors/${monitor}`),
  },
  [`PUT ${PROJECT}/issues`]: {
    ...changesIssues,
    path: ofProject(({ issue }) => `/issues?id=${issue}`),
    body: () => ({ status: 'resolved' }),
  },
  'PUT /organizations/:organization/issues': {
    ...changesIssues,
    path: ({ issue }) => `/organizations/desk/issues?id=${issue}`,
    body: () => ({ status: 'resolved' }),
  },
  'DELETE /organizations/:organization/issues': {
    ...deletesIssues,
    path: ({ issue }) => `/organizations/desk/issues?id=${issue}`,
  },
}

/** Routes of a release, below those of the organization or of a project. */
function ofReleases(
  template: string,
  at: (end: string) => (ids: Ids) => string,
): Readonly<Record<string, ApiRow>> {
  const path = (end: string) => (ids: Ids) => at(`/releases/${encodeURIComponent(ids.release)}${end}`)(ids)
  return {
    [`GET ${template}/:version`]: { ...releases, path: path('') },
    [`GET ${template}/:version/commits`]: { ...releases, path: path('/commits') },
    [`PUT ${template}/:version`]: { ...changesReleases, path: path(''), body: () => ({ ref: 'a1b2c3d' }) },
    [`DELETE ${template}/:version`]: { ...changesReleases, path: path('') },
  }
}

/** Routes of an issue; what deletes it is the last, so that the others can be asked before. */
function ofIssue(template: string): Readonly<Record<string, ApiRow>> {
  const at = (end: (ids: Ids) => string) => (ids: Ids) =>
    template.replace(':organization', 'desk').replace(':issueId', String(ids.issue)) + end(ids)
  const text = () => ({ text: 'hello' })
  return {
    [`GET ${template}`]: { ...events, path: at(() => '') },
    [`GET ${template}/tags`]: { ...events, path: at(() => '/tags') },
    [`GET ${template}/events`]: { ...events, path: at(() => '/events') },
    [`GET ${template}/events/:eventId`]: { ...events, path: at(({ event }) => `/events/${event}`) },
    [`GET ${template}/hashes`]: { ...events, path: at(() => '/hashes') },
    [`GET ${template}/activities`]: { ...events, path: at(() => '/activities') },
    [`GET ${template}/tags/:key`]: { ...events, path: at(() => '/tags/environment') },
    [`GET ${template}/tags/:key/values`]: { ...events, path: at(() => '/tags/environment/values') },
    ...Object.fromEntries(
      ['comments', 'notes'].flatMap((name) => {
        const one = at(({ comment }) => `/${name}/${comment}`)
        return [
          [`GET ${template}/${name}`, { ...events, path: at(() => `/${name}`) }],
          [`POST ${template}/${name}`, { ...changesIssues, path: at(() => `/${name}`), body: text }],
          [`PUT ${template}/${name}/:commentId`, { ...changesIssues, path: one, body: text }],
          [`DELETE ${template}/${name}/:commentId`, { ...changesIssues, path: one }],
        ]
      }),
    ),
    [`PUT ${template}`]: { ...changesIssues, path: at(() => ''), body: () => ({ status: 'resolved' }) },
    [`DELETE ${template}`]: { ...deletesIssues, path: at(() => '') },
  }
}

/** Routes that list, of all projects. */
export const LISTS: Readonly<Record<string, ApiRow>> = {
  'GET /projects': { ...project, path: () => '/projects' },
  'GET /organizations/:organization/projects': { ...org, path: inDesk('/projects') },
  'GET /organizations/:organization/issues': { ...events, path: inDesk('/issues') },
  'GET /organizations/:organization/tags': { ...events, path: inDesk('/tags') },
  'GET /organizations/:organization/tags/:key/values': {
    ...events,
    path: inDesk('/tags/environment/values'),
  },
  'GET /organizations/:organization/environments': { ...org, path: inDesk('/environments') },
  'GET /organizations/:organization/monitors': { ...org, path: inDesk('/monitors') },
  'GET /organizations/:organization/usage': { ...org, path: inDesk('/usage') },
  'GET /organizations/:organization/stats_v2': {
    ...org,
    path: inDesk('/stats_v2?project=-1&field=sum(quantity)&groupBy=project&statsPeriod=14d'),
  },
  'GET /organizations/:organization/sessions': {
    ...org,
    path: inDesk('/sessions?project=-1&field=sum(session)&statsPeriod=14d&interval=1d'),
  },
  'GET /organizations/:organization/events': {
    ...org,
    path: inDesk('/events?dataset=logs&project=-1&statsPeriod=14d'),
  },
  'GET /organizations/:organization/events-stats': {
    ...org,
    path: inDesk('/events-stats?project=-1&statsPeriod=14d'),
  },
  'GET /organizations/:organization/events-timeseries': {
    ...org,
    path: inDesk('/events-timeseries?project=-1&statsPeriod=14d'),
  },
  'GET /organizations/:organization/metrics/data': {
    ...org,
    path: inDesk('/metrics/data?project=-1&field=session.all&statsPeriod=14d&interval=1d'),
  },
  'GET /organizations/:organization/trace-items/attributes': {
    ...org,
    path: inDesk('/trace-items/attributes?itemType=logs&project=-1&statsPeriod=14d'),
  },
  [`GET ${RELEASES}`]: { ...releases, path: inDesk('/releases') },
}

/** Routes about nothing of a project. Any token may revoke itself, which tests/unit/server/api/access.test.ts tries. */
const OTHERS: Readonly<Record<string, ApiRow>> = {
  'GET /': { ...any, path: () => '/' },
  'GET /openapi.json': { ...any, path: () => '/openapi.json' },
  'GET /docs': { ...any, path: () => '/docs' },
  'GET /organizations/:organization/events/validate': { ...org, path: inDesk('/events/validate?field=id') },
  'GET /auth': { ...any, path: () => '/auth' },
  'GET /users/me': { ...any, path: () => '/users/me' },
  'GET /users/me/regions': { ...any, path: () => '/users/me/regions' },
  'GET /organizations': { ...org, path: () => '/organizations' },
  'GET /organizations/:organization': { ...org, path: inDesk('') },
  'GET /organizations/:organization/teams': { ...org, path: inDesk('/teams') },
  'GET /teams/:organization/:team/projects': { ...project, path: () => '/teams/desk/web/projects' },
  'GET /api-tokens': { ...any, path: () => '/api-tokens' },
  [`GET ${CHANNELS}`]: { ...alerts, path: inDesk('/alert-channels') },
  'GET /organizations/:organization/repos': { ...org, path: inDesk('/repos') },
  'GET /organizations/:organization/mutes': { ...alerts, path: inDesk('/mutes') },
  [`POST ${CHANNELS}`]: {
    ...changesAlerts,
    path: inDesk('/alert-channels'),
    body: () => ({
      kind: 'discord',
      name: 'Another',
      settings: { url: 'https://discord.com/api/webhooks/1/secret' },
    }),
  },
  [`DELETE ${CHANNELS}/:channelId`]: { ...changesAlerts, path: inDesk('/alert-channels/1') },
  'POST /organizations/:organization/mutes': { ...mutes, path: inDesk('/mutes'), body: aMute },
  'DELETE /organizations/:organization/mutes/:muteId': { ...mutes, path: inDesk('/mutes/1') },
  'GET /organizations/:organization/members': { ...members, path: inDesk('/members') },
  'GET /organizations/:organization/members/me': { ...any, path: inDesk('/members/me') },
  'GET /organizations/:organization/members/:memberId': { ...members, path: () => ANOTHER },
  'GET /organizations/:organization/members/:memberId/sessions': {
    ...changesMembers,
    path: () => `${ANOTHER}/sessions`,
  },
  'GET /organizations/:organization/chunk-upload': { ...changesReleases, path: inDesk('/chunk-upload') },
  'POST /organizations/:organization/chunk-upload': { ...changesReleases, path: inDesk('/chunk-upload') },
  'PUT /organizations/:organization/members/:memberId': {
    ...changesMembers,
    path: () => ANOTHER,
    body: () => ({ orgRole: 'viewer' }),
  },
  'DELETE /api-tokens': {
    ...changesMembers,
    path: () => '/api-tokens',
    body: ({ token }) => ({ tokenId: token }),
  },
  'DELETE /api-tokens/:tokenId': { ...changesMembers, path: ({ token }) => `/api-tokens/${token}` },
  'DELETE /organizations/:organization/members/:memberId/sessions': {
    ...changesMembers,
    path: () => `${ANOTHER}/sessions`,
  },
  'DELETE /organizations/:organization/members/:memberId/sessions/:sessionId': {
    ...changesMembers,
    path: () => `${ANOTHER}/sessions/${'0'.repeat(16)}`,
  },
  'DELETE /organizations/:organization/members/:memberId': { ...changesMembers, path: () => ANOTHER },
}

/** Every route of the API, with who may ask it. */
export const API_TABLE: Readonly<Record<string, ApiRow>> = { ...OF_PROJECT, ...LISTS, ...OTHERS }
