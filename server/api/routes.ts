import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createAccess } from '#server/accounts/access.ts'
import { type Bearer, bearerActor, findBearer } from '#server/accounts/tokens.ts'
import { createDesk, type DeskOptions } from '#server/desk/create-desk.ts'
import type { Desk } from '#server/desk/desk.ts'
import { RoleNeeded } from '#server/desk/limit-desk.ts'
import type { IssueChange } from '#server/models/issue-changes.ts'
import { pathPrefixesOf } from '#server/protocol/path-prefixes.ts'
import { readVisibleToToken } from '#server/store/accounts/visible-projects.ts'
import type { BlobReader } from '#server/store/blobs/blobs.ts'
import { rememberReads } from '#server/store/engine/cached-reads.ts'
import type { Store } from '#server/store/engine/store.ts'
import { ACCESS_ROUTES } from './accounts/access-routes.ts'
import { ALERT_ROUTES } from './alerts/alert-routes.ts'
import { type Answer, type ApiRequest, refuse, type Uploads } from './answer.ts'
import { getAttachment, listAttachments } from './events/attachments.ts'
import { deleteMonitor, listCheckIns } from './events/check-ins.ts'
import { listCommitters } from './events/committers.ts'
import { listEvents } from './events/datasets.ts'
import { getDigest } from './events/digests.ts'
import { getEvent } from './events/events.ts'
import { listFeedback, submitFeedback } from './events/feedback.ts'
import { getMonitor, listMonitors, listProjectMonitors } from './events/monitors.ts'
import { listProjectEvents } from './events/project-events.ts'
import { listAttributes } from './events/table/attributes.ts'
import { getEventsStats, getEventsTimeseries } from './events/table/stats.ts'
import { validateTable } from './events/table/validate.ts'
import { getTraceMeta } from './events/trace-meta.ts'
import { getTrace } from './events/traces.ts'
import { getIssueEvent, listIssueEvents, listIssueHashes } from './issues/events.ts'
import { getIssue, listOrganizationIssues, listProjectIssues } from './issues/issues.ts'
import { LIFE_CYCLE_ROUTES } from './issues/life-cycle-routes.ts'
import { getIssueTag, listIssueTags, listIssueTagValues } from './issues/tags.ts'
import { serveDocument } from './openapi/serve-document.ts'
import { ORGANIZATION_ROUTES } from './organization/organization-routes.ts'
import { formatLinkHeader } from './page-parameters.ts'
import { createPermalinks } from './permalinks.ts'
import { getProject, listProjectKeys } from './projects/keys.ts'
import { getOutcomeStats } from './projects/outcome-stats.ts'
import { OWNERSHIP_ROUTES } from './projects/ownership-routes.ts'
import { listProjects, listTeamProjects } from './projects/projects.ts'
import { getProjectStats, getProjectUsers } from './projects/stats.ts'
import { getUsage } from './projects/usage.ts'
import { RELEASE_ROUTES } from './releases/release-routes.ts'
import { getSessionMetrics, getSessions } from './releases/sessions.ts'
import { type ApiRoute, type DescribedRoute, missingScope, WRITES_RELEASES } from './route.ts'
import { listSearchKeys, listSearchValues } from './search-values.ts'
import { assembleBundle } from './sourcemaps/assemble.ts'
import { acceptChunkForms, getChunkUpload, takeChunks } from './sourcemaps/chunk-upload.ts'
import { createRefusals } from './unknown-addresses.ts'

export interface ApiOptions {
  store: Store
  publicUrl: string
  /** Where attachments' bytes are. */
  blobs?: BlobReader
  /** Milliseconds since the epoch. */
  clock: () => number
  onIssueChange?: (change: IssueChange) => void
  /** Without it no source maps are taken. */
  uploads?: Uploads
  /** Without it no feedback is taken. */
  send?: DeskOptions['send']
  /** The channels of alerts that there can be. */
  delivering?: DeskOptions['delivering']
}

/** Sentry's addresses where it has them; those below `organizations` are what its newer clients ask for. */
const ROUTES: ApiRoute[] = [
  ...ACCESS_ROUTES,
  ...ALERT_ROUTES,
  ...LIFE_CYCLE_ROUTES,
  ...ORGANIZATION_ROUTES,
  ...OWNERSHIP_ROUTES,
  ...RELEASE_ROUTES,
  ['GET', '/projects', 'project:read', listProjects],
  ['GET', '/organizations/:organization/projects', 'org:read', listProjects],
  ['GET', '/teams/:organization/:team/projects', 'project:read', listTeamProjects],
  ['GET', '/projects/:organization/:project', 'project:read', getProject],
  ['GET', '/projects/:organization/:project/keys', 'project:read', listProjectKeys],
  ['GET', '/projects/:organization/:project/issues', 'event:read', listProjectIssues],
  ['GET', '/organizations/:organization/issues', 'event:read', listOrganizationIssues],
  ['GET', '/organizations/:organization/tags', 'event:read', listSearchKeys],
  ['GET', '/organizations/:organization/tags/:key/values', 'event:read', listSearchValues],
  ['GET', '/projects/:organization/:project/events', 'project:read', listProjectEvents],
  ['GET', '/projects/:organization/:project/events/:eventId', 'project:read', getEvent],
  ['GET', '/projects/:organization/:project/events/:eventId/attachments', 'project:read', listAttachments],
  ['GET', '/projects/:organization/:project/events/:eventId/committers', 'project:read', listCommitters],
  [
    'GET',
    '/projects/:organization/:project/events/:eventId/attachments/:attachmentId',
    'project:read',
    getAttachment,
  ],
  ['GET', '/projects/:organization/:project/user-feedback', 'project:read', listFeedback],
  ['POST', '/projects/:organization/:project/user-feedback', 'event:write', submitFeedback],
  ['GET', '/organizations/:organization/monitors', 'org:read', listMonitors],
  ['GET', '/projects/:organization/:project/monitors', 'project:read', listProjectMonitors],
  ['GET', '/projects/:organization/:project/monitors/:monitor', 'project:read', getMonitor],
  ['GET', '/projects/:organization/:project/monitors/:monitor/checkins', 'project:read', listCheckIns],
  ['DELETE', '/projects/:organization/:project/monitors/:monitor', 'project:write', deleteMonitor],
  ...['/issues/:issueId', '/organizations/:organization/issues/:issueId'].flatMap((path): ApiRoute[] => [
    ['GET', path, 'event:read', getIssue],
    ['GET', `${path}/events`, 'event:read', listIssueEvents],
    ['GET', `${path}/events/:eventId`, 'event:read', getIssueEvent],
    ['GET', `${path}/hashes`, 'event:read', listIssueHashes],
    ['GET', `${path}/tags`, 'event:read', listIssueTags],
    ['GET', `${path}/tags/:key`, 'event:read', getIssueTag],
    ['GET', `${path}/tags/:key/values`, 'event:read', listIssueTagValues],
  ]),
  ['GET', '/digests/:digest', 'event:read', getDigest],
  ['GET', '/organizations/:organization/trace/:traceId', 'org:read', getTrace],
  ['GET', '/organizations/:organization/trace-meta/:traceId', 'org:read', getTraceMeta],
  ['GET', '/organizations/:organization/usage', 'org:read', getUsage],
  ['GET', '/organizations/:organization/stats_v2', 'org:read', getOutcomeStats],
  ['GET', '/projects/:organization/:project/stats', 'project:read', getProjectStats],
  ['GET', '/projects/:organization/:project/people', 'project:read', getProjectUsers],
  ['GET', '/organizations/:organization/sessions', 'org:read', getSessions],
  ['GET', '/organizations/:organization/metrics/data', 'org:read', getSessionMetrics],
  ['GET', '/organizations/:organization/trace-items/attributes', 'org:read', listAttributes],
  ['GET', '/organizations/:organization/events', 'org:read', listEvents],
  ['GET', '/organizations/:organization/events/validate', 'org:read', validateTable],
  ['GET', '/organizations/:organization/events-stats', 'org:read', getEventsStats],
  ['GET', '/organizations/:organization/events-timeseries', 'org:read', getEventsTimeseries],
  ['POST', '/organizations/:organization/artifactbundle/assemble', WRITES_RELEASES, assembleBundle],
  ['GET', '/organizations/:organization/chunk-upload', WRITES_RELEASES, getChunkUpload],
]

/** A form with files, which has a handler of its own. */
const CHUNK_UPLOAD: DescribedRoute = ['POST', '/organizations/:organization/chunk-upload', WRITES_RELEASES]

/** Serves the API under `/api/0` for bearers of a token that has the scope of the route. */
export async function registerApi(app: FastifyInstance, options: ApiOptions): Promise<void> {
  const { store, publicUrl, blobs, clock, onIssueChange, uploads, delivering, send } = options
  const permalinks = createPermalinks(publicUrl)
  const readSeen = rememberReads(store, clock, (tokenId: number) => readVisibleToToken(store.db, tokenId))

  async function toApiRequest(request: FastifyRequest, bearer: Bearer): Promise<ApiRequest> {
    const by = bearerActor(bearer, request.ip)
    const sees = await readSeen(bearer.id)
    const desk = createDesk({
      ...{ store, sees, publicUrl, blobs, clock, onIssueChange, delivering, send, by },
      viewer: bearer.account ?? { id: 0, email: bearer.name, role: 'admin' },
    })
    return {
      desk,
      access: createAccess(store, clock, by),
      bearer,
      seesAll: sees === 'all',
      // Fastify's router makes a path into this.
      params: await withIssueId(desk, request.params as Record<string, string>),
      query: request.query as Record<string, unknown>, // Fastify's default parser makes a query into this.
      body: request.body,
      url: publicAddress(publicUrl, request.url),
      permalinks,
      uploads,
      userAgent: request.headers['user-agent'] ?? null,
      now: clock(),
    }
  }

  /** Finds the bearer of a request, or refuses it. */
  async function allow(request: FastifyRequest, needs: ApiRoute[2]): Promise<Bearer | Answer> {
    const bearer = await findBearer(store, request.headers.authorization, clock())
    if (bearer === undefined) return UNAUTHORIZED
    const missing = missingScope(bearer.scopes, needs)
    return missing === undefined ? bearer : forbid(missing)
  }

  async function serve(api: FastifyInstance): Promise<void> {
    const refuseOthers = createRefusals(api)
    for (const [method, path, needs, handler] of ROUTES) {
      for (const url of path === '/' ? [path] : [path, `${path}/`]) {
        api.route({
          method,
          url,
          async handler(request, reply) {
            const allowed = await allow(request, needs)
            const answer =
              'status' in allowed
                ? allowed
                : await toApiRequest(request, allowed)
                    .then(async (asked) => withLink(await handler(asked), asked))
                    .catch(refuseForRole)
            // Caches between us and the client must not keep what a token may read.
            reply.code(answer.status).headers({ 'cache-control': 'no-store', ...answer.headers })
            return answer.body
          },
        })
      }
    }
    serveDocument(api, { routes: uploads ? [...ROUTES, CHUNK_UPLOAD] : ROUTES, publicUrl })
    if (uploads) await api.register((scope) => serveChunkUpload(scope, uploads))
    refuseOthers('')
  }

  async function serveChunkUpload(api: FastifyInstance, uploads: Uploads): Promise<void> {
    await acceptChunkForms(api)
    for (const end of ['', '/']) {
      api.post(`/organizations/:organization/chunk-upload${end}`, async (request, reply) => {
        const allowed = await allow(request, WRITES_RELEASES)
        const answer =
          'status' in allowed
            ? allowed
            : await takeChunks(request, { ...uploads, tokenId: allowed.id, now: clock() })
        reply.code(answer.status).headers({ 'cache-control': 'no-store', ...answer.headers })
        return answer.body
      })
    }
  }

  for (const base of pathPrefixesOf(publicUrl)) {
    await app.register(serve, { prefix: `${base}/api/0` })
    createRefusals(app)(`${base}/api`)
  }
}

const UNAUTHORIZED: Answer = refuse(
  401,
  'Cannot answer: send a valid token as "Authorization: Bearer ct_…"; make one at /settings/tokens',
  { 'www-authenticate': 'Bearer realm="crumbtrail"' },
)

/** Makes a number of a short id, which names an issue wherever its number does; 0 is the number of no issue. */
async function withIssueId(desk: Desk, params: Record<string, string>): Promise<Record<string, string>> {
  const { issueId } = params
  if (issueId === undefined || /^\d{1,15}$/.test(issueId)) return params
  return { ...params, issueId: String((await desk.issues.findByShortId(issueId)) ?? 0) }
}

/** The desk refuses what the account of a token may not do. */
function refuseForRole(thrown: unknown): Answer {
  if (thrown instanceof RoleNeeded) return refuse(403, thrown.message)
  throw thrown
}

/** A list that has all that there is says so where clients look for the next page: each of Sentry's lists does. */
function withLink(answer: Answer, { url }: ApiRequest): Answer {
  if (!Array.isArray(answer.body) || 'link' in answer.headers) return answer
  return { ...answer, headers: { link: formatLinkHeader(url, null), ...answer.headers } }
}

function forbid(missing: string): Answer {
  const where = 'make one at /settings/tokens, or with the command "token add NAME --scope …"'
  return refuse(403, `Cannot answer: the token needs the scope ${missing}; ${where}`)
}

/**
 * The address that was asked for, below our public address: the client chooses the Host header and a whole address in
 * the request line.
 */
function publicAddress(publicUrl: string, requested: string): URL {
  const asked = URL.parse(requested, publicUrl)
  if (!asked) return new URL(publicUrl)
  const base = pathPrefixesOf(publicUrl).at(-1) ?? ''
  const path = asked.pathname.startsWith(`${base}/api/0`) ? asked.pathname.slice(base.length) : asked.pathname
  return new URL(publicUrl + path + asked.search)
}
