import fastifyCookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type FindViewer, SESSION_COOKIE, type Viewer } from '#server/accounts/sessions.ts'
import type { Desk } from '#server/desk/desk.ts'
import type { ProjectRow } from '#server/store/projects/projects.ts'
import type { SetTimer } from '#telemetry/trace/idle-span.ts'
import { createLiveFeed, type Listener } from './live-feed.ts'
import { registerOffers } from './offers.ts'
import { previewIssue } from './preview.ts'
import type { LiveSource } from './source.ts'
import { unreferencedTimer } from './unreferenced-timer.ts'

interface LiveOptions {
  source: LiveSource
  findViewer: FindViewer
  version: () => number
  listProjects: () => Promise<ProjectRow[]>
  openDesk: (viewer: Viewer) => Desk
  clock: () => number
  onFailure: (thrown: unknown) => void
  setTimer?: SetTimer
}

/** What a page that reads nothing may leave in our memory: then it is let go, and comes back when it reads again. */
const MOST_UNREAD_BYTES = 64 * 1024

const LONGEST_ID = 500

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // proxies neither keep, compress nor hold it back
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
}

/**
 * `GET /live`: tells the pages of people who are signed in what was stored; `/live/issues/7` what to show of an issue beside a list;
 * `/live/search` what a search can continue with; `/live/news?since=` how many issues of its project and environment a hidden page has missed.
 */
export async function registerLive(app: FastifyInstance, options: LiveOptions): Promise<void> {
  const { source, findViewer, openDesk, listProjects: readProjects, ...rest } = options
  const { setTimer = unreferencedTimer } = options
  const feed = createLiveFeed({
    ...{ ...rest, readProjects, setTimer },
    ids: source.ids,
    onNoticed: source.tellUnknown,
  })
  const stop = source.listen(feed)
  // before the server waits for its connections: these would not end by themselves
  app.addHook('preClose', async () => {
    stop()
    feed.close()
  })
  await app.register(fastifyCookie)
  app.get<{ Querystring: { after?: string; viewer?: string } }>(
    '/live',
    { exposeHeadRoute: false },
    async (request, reply) => {
      if (isForeign(request)) return refuse(reply, 403, 'Cannot listen: the page is from another site')
      const cookie = request.cookies[SESSION_COOKIE]
      const viewer = await findViewer(cookie)
      if (cookie === undefined || viewer === undefined) {
        return refuse(reply, 401, 'Cannot listen: you are not signed in')
      }
      // The tabs of one account share a stream: somebody else who has signed in meanwhile has theirs.
      const { viewer: expected = String(viewer.id) } = request.query
      if (expected !== String(viewer.id)) {
        return refuse(reply, 403, 'Cannot listen: another account is signed in')
      }
      const findSeen = async () => (await findViewer(cookie))?.sees
      const lastId = lastIdOf(request.headers['last-event-id'] ?? request.query.after)
      const { raw } = reply
      const owner = { session: cookie, accountId: viewer.id, sees: viewer.sees }
      const end = feed.subscribe(owner, listenerOn(raw, findSeen), lastId)
      if (end === undefined) {
        void reply.header('retry-after', '30')
        return refuse(reply, 503, 'Cannot listen: too many open pages')
      }
      reply.hijack()
      raw.once('close', end)
      return reply
    },
  )
  app.get<{ Querystring: Record<string, unknown> }>('/live/news', async (request, reply) => {
    const viewer = await findViewer(request.cookies[SESSION_COOKIE])
    if (viewer === undefined) return refuse(reply, 401, 'Cannot count new issues: you are not signed in')
    const now = rest.clock()
    const newIssueCount = await countNew(openDesk(viewer), request.query)
    return reply.header('cache-control', 'no-store').send({ newIssueCount, now })
  })
  app.get<{ Params: { issueId: string } }>('/live/issues/:issueId', async (request, reply) => {
    const viewer = await findViewer(request.cookies[SESSION_COOKIE])
    if (viewer === undefined) return refuse(reply, 401, 'Cannot show the issue: you are not signed in')
    const { issueId } = request.params
    const preview = /^\d{1,15}$/.test(issueId)
      ? await previewIssue(openDesk(viewer), Number(issueId))
      : undefined
    if (preview === undefined) return refuse(reply, 404, 'Cannot show the issue: there is no such issue')
    return reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff').send(preview)
  })
  registerOffers(app, { findViewer, openDesk })
}

async function countNew(desk: Desk, asked: Record<string, unknown>): Promise<number> {
  const [since, slug, environment] = ['since', 'project', 'environment'].map((name) => textOf(asked[name]))
  if (since === undefined || !/^\d{1,15}$/.test(since)) return 0
  return desk.issues.countNew(Number(since), { slug, isWithoutOwn: slug === undefined, environment })
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Sends its head with the first message: until then it can be refused. */
function listenerOn(raw: FastifyReply['raw'], findSeen: Listener['findSeen']): Listener {
  return {
    findSeen,
    send(text) {
      if (raw.writableEnded || raw.destroyed || raw.writableLength > MOST_UNREAD_BYTES) return false
      if (!raw.headersSent) raw.writeHead(200, HEADERS)
      raw.write(text)
      return true
    },
    close() {
      // who does not read would not read the end either
      if (raw.writableLength > MOST_UNREAD_BYTES) raw.destroy()
      else raw.end()
    },
  }
}

/** Another site's page could not read the answer, but would hold a connection by its visitor's cookie. */
function isForeign({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/** Longer text cannot be an id of ours. */
function lastIdOf(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined
  return text.length <= LONGEST_ID ? text : ''
}

function refuse(reply: FastifyReply, status: number, detail: string) {
  return reply.code(status).send({ detail })
}
