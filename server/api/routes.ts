import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createAccess } from '#server/accounts/access.ts'
import { type Bearer, findBearer, type TokenScope } from '#server/accounts/tokens.ts'
import { createDesk } from '#server/desk/create-desk.ts'
import type { Actor } from '#server/models/accounts/actor.ts'
import type { IssueChange } from '#server/models/issue-changes.ts'
import { pathPrefixesOf } from '#server/protocol/path-prefixes.ts'
import type { BlobReader } from '#server/store/blobs/blobs.ts'
import type { Store } from '#server/store/engine/store.ts'
import { ACCESS_ROUTES } from './accounts/access-routes.ts'
import { type Answer, type ApiRequest, refuse, type Uploads } from './answer.ts'
import { getAttachment, listAttachments } from './events/attachments.ts'
import { deleteMonitor, listCheckIns } from './events/check-ins.ts'
import { listEvents } from './events/datasets.ts'
import { getDigest } from './events/digests.ts'
import { getEvent } from './events/events.ts'
import { listFeedback } from './events/feedback.ts'
import { getTrace } from './events/traces.ts'
import { getIssue, listOrganizationIssues, listProjectIssues } from './issues/issues.ts'
import { LIFE_CYCLE_ROUTES } from './issues/life-cycle-routes.ts'
import { getIssueTag, listIssueTags } from './issues/tags.ts'
import { createPermalinks } from './permalinks.ts'
import { listProjects } from './projects/projects.ts'
import { getProjectStats, getProjectUsers } from './projects/stats.ts'
import { getUsage } from './projects/usage.ts'
import {
  createDeploy,
  createRelease,
  getRelease,
  listDeploys,
  listReleases,
  updateRelease,
} from './releases/releases.ts'
import { getSessions } from './releases/sessions.ts'
import type { ApiRoute, Method } from './route.ts'
import { listSearchKeys, listSearchValues } from './search-values.ts'
import { assembleBundle } from './sourcemaps/assemble.ts'
import { acceptChunkForms, getChunkUpload, takeChunks } from './sourcemaps/chunk-upload.ts'

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
}

/** Sentry's addresses where it has them; those below `organizations` are what its newer clients ask for. */
const ROUTES: ApiRoute[] = [
  ...ACCESS_ROUTES,
  ...LIFE_CYCLE_ROUTES,
  ['/projects', listProjects],
  ['/organizations/:organization/projects', listProjects],
  ['/projects/:organization/:project/issues', listProjectIssues],
  ['/organizations/:organization/issues', listOrganizationIssues],
  ['/organizations/:organization/tags', listSearchKeys],
  ['/organizations/:organization/tags/:key/values', listSearchValues],
  ['/projects/:organization/:project/events/:eventId', getEvent],
  ['/projects/:organization/:project/events/:eventId/attachments', listAttachments],
  ['/projects/:organization/:project/events/:eventId/attachments/:attachmentId', getAttachment],
  ['/projects/:organization/:project/user-feedback', listFeedback],
  ['/projects/:organization/:project/monitors/:monitor/checkins', listCheckIns],
  ['/projects/:organization/:project/monitors/:monitor', deleteMonitor, 'DELETE'],
  ['/issues/:issueId', getIssue],
  ['/organizations/:organization/issues/:issueId', getIssue],
  ['/digests/:digest', getDigest],
  ['/organizations/:organization/trace/:traceId', getTrace],
  ['/organizations/:organization/usage', getUsage],
  ['/issues/:issueId/tags', listIssueTags],
  ['/organizations/:organization/issues/:issueId/tags', listIssueTags],
  ['/issues/:issueId/tags/:key', getIssueTag],
  ['/organizations/:organization/issues/:issueId/tags/:key', getIssueTag],
  ['/projects/:organization/:project/stats', getProjectStats],
  ['/projects/:organization/:project/people', getProjectUsers],
  ['/organizations/:organization/sessions', getSessions],
  ['/organizations/:organization/events', listEvents],
  ['/organizations/:organization/releases', listReleases],
  ['/organizations/:organization/releases', createRelease, 'POST', 'releases'],
  ['/organizations/:organization/releases/:version', getRelease],
  ['/organizations/:organization/releases/:version', updateRelease, 'PUT', 'releases'],
  // What sentry-cli 2 asks instead, if there is one project.
  ['/projects/:organization/:project/releases', createRelease, 'POST', 'releases'],
  ['/projects/:organization/:project/releases/:version', updateRelease, 'PUT', 'releases'],
  ['/organizations/:organization/releases/:version/deploys', listDeploys],
  ['/organizations/:organization/releases/:version/deploys', createDeploy, 'POST', 'releases'],
  ['/organizations/:organization/artifactbundle/assemble', assembleBundle, 'POST', 'releases'],
  ['/organizations/:organization/chunk-upload', getChunkUpload, 'GET', 'releases'],
]

/** Serves the API under `/api/0` for bearers of a token; only tokens that may write can change anything. */
export async function registerApi(app: FastifyInstance, options: ApiOptions): Promise<void> {
  const { store, publicUrl, blobs, clock, onIssueChange, uploads } = options
  const permalinks = createPermalinks(publicUrl)

  function toApiRequest(request: FastifyRequest, bearer: Bearer): ApiRequest {
    const by: Actor = { accountId: null, actor: `token "${bearer.name}"`, ip: request.ip }
    return {
      desk: createDesk({
        store,
        publicUrl,
        blobs,
        clock,
        onIssueChange,
        viewer: { id: 0, email: bearer.name, role: bearer.scope },
        by,
      }),
      access: createAccess(store, clock, by),
      bearer,
      params: request.params as Record<string, string>, // Fastify's router makes a path into this.
      query: request.query as Record<string, unknown>, // Fastify's default parser makes a query into this.
      body: request.body,
      url: publicAddress(publicUrl, request.url),
      permalinks,
      uploads,
      userAgent: request.headers['user-agent'] ?? null,
      now: clock(),
    }
  }

  async function serve(api: FastifyInstance): Promise<void> {
    for (const [path, handler, method = 'GET', scope = method === 'GET' ? 'read' : 'write'] of ROUTES) {
      for (const url of [path, `${path}/`]) {
        api.route({
          method,
          url,
          async handler(request, reply) {
            const bearer = await findBearer(store, request.headers.authorization, clock())
            const answer =
              bearer === undefined
                ? UNAUTHORIZED
                : allows(bearer.scope, scope)
                  ? await handler(toApiRequest(request, bearer))
                  : forbid(method, bearer.scope)
            // Caches between us and the client must not keep what a token may read.
            reply.code(answer.status).headers({ 'cache-control': 'no-store', ...answer.headers })
            return answer.body
          },
        })
      }
    }
    if (uploads) await api.register((scope) => serveChunkUpload(scope, uploads))
    api.setNotFoundHandler((_request, reply) => {
      reply.code(404)
      return { detail: 'Cannot answer: the API has no such endpoint' }
    })
  }

  async function serveChunkUpload(api: FastifyInstance, uploads: Uploads): Promise<void> {
    await acceptChunkForms(api)
    for (const end of ['', '/']) {
      api.post(`/organizations/:organization/chunk-upload${end}`, async (request, reply) => {
        const bearer = await findBearer(store, request.headers.authorization, clock())
        const answer =
          bearer === undefined
            ? UNAUTHORIZED
            : allows(bearer.scope, 'releases')
              ? await takeChunks(request, { ...uploads, tokenId: bearer.id, now: clock() })
              : forbid('POST', bearer.scope)
        reply.code(answer.status).headers({ 'cache-control': 'no-store', ...answer.headers })
        return answer.body
      })
    }
  }

  for (const base of pathPrefixesOf(publicUrl)) {
    await app.register(serve, { prefix: `${base}/api/0` })
  }
}

const UNAUTHORIZED: Answer = refuse(
  401,
  'Cannot answer: send a valid token as "Authorization: Bearer ct_…"; the command "token add NAME" creates one',
  { 'www-authenticate': 'Bearer realm="crumbtrail"' },
)

function allows(has: TokenScope, needed: TokenScope): boolean {
  return has === 'write' || has === needed
}

function forbid(method: Method, has: TokenScope): Answer {
  if (has === 'releases')
    return refuse(403, 'Cannot answer: the token may only upload source maps and create releases and deploys')
  const verb = method === 'GET' ? 'show who has access' : 'change anything'
  return refuse(
    403,
    `Cannot ${verb}: the token is read-only; the command "token add NAME --scope write" creates one that can write`,
  )
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
