import type { FastifyReply, FastifyRequest } from 'fastify'
import { plainErrorScreen } from './failure.ts'
import { RETRY_MAX_AGE_SECONDS } from './forms/flash.ts'
import { takeFrameForm } from './forms/frame-form.ts'
import { endWithFailure } from './late-failure.ts'
import type { HostedPage } from './loaded-page.ts'
import {
  isPayloadUrl,
  noActionSentence,
  pageUrlOf,
  pathOf,
  payloadUrlOf,
  toDataAnswer,
  toLoadedPage,
} from './payload.ts'
import { etagOf, matchesEtag } from './policy/etag.ts'
import { type FormMemory, type ReceivedVisit, type ReceiveOptions, receiveVisit } from './receive.ts'
import type { AppPages, FoundPage, RenderedPage } from './vike.ts'
import type { Visit } from './visit.ts'

export interface AnswerOptions extends ReceiveOptions {
  pages: AppPages
  /** Returns the policy of a document whose scripts have this nonce. */
  securityPolicy: (nonce: string) => string
}

/** The answer's parts for an address that no page has. */
const notFound: HostedPage = { kind: 'aborted', statusCode: 404, thrown: undefined }

/** Forms are posted to pages, not to their payloads. */
const noAction: HostedPage = { kind: 'no-action' }

type Answer = AnswerOptions & FormMemory

/** Answers for one page: finds the account, loads the page's data, and sends a document or the data. */
export async function answerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  options: Answer,
): Promise<FastifyReply> {
  const received = await receiveVisit(request, reply, options)
  const { visit } = received
  const isPayload = isPayloadUrl(request.url)
  const match = options.pages.match(pathOf(isPayload ? pageUrlOf(request.url) : request.url))
  const taken = isPayload && visit.form !== undefined ? noAction : await takeFrameForm(visit)
  if (taken !== undefined) visit.loaded = taken
  else if (match.kind === 'page') visit.loaded = await options.pages.load(match, visit)
  else if (match.kind === 'none' && visit.wants === 'data') visit.loaded = notFound
  // The answer depends on the account; a browser's copy is checked again and is often still right. The result of a form is
  // shown once, and may be a secret: no copy of it is kept, for Back to show.
  const isOnce = visit.form !== undefined || visit.flash !== undefined
  void reply.header('cache-control', isOnce ? 'no-store' : 'private, no-cache').header('vary', 'cookie')
  return visit.wants === 'data'
    ? sendData(request, reply, received, options)
    : sendDocument(request, reply, received, options, match.kind === 'page' ? match : undefined)
}

async function sendData(
  request: FastifyRequest,
  reply: FastifyReply,
  { visit }: ReceivedVisit,
  { pages }: Answer,
): Promise<FastifyReply> {
  const loaded = isReady(visit.loaded) ? visit.loaded : await loadByVike(request, visit, pages)
  const { statusCode, body } = writeData(loaded, visit)
  // The page reads its "now" from there (renderer/page/payload.ts), so it is from the clock that the data was made
  // with.
  void reply.header('date', new Date(visit.now).toUTCString())
  if (statusCode === 405) void reply.header('allow', 'GET, HEAD')
  if (statusCode === 200 && visit.form === undefined) {
    const etag = etagOf(body)
    void reply.header('etag', etag)
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  }
  return reply.code(statusCode).type('application/json').send(body)
}

function isReady(loaded: HostedPage | undefined): loaded is HostedPage {
  return loaded !== undefined && !(loaded.kind === 'aborted' && loaded.statusCode === undefined)
}

/** Answers in development, and for addresses that only Vike can route. */
async function loadByVike({ url }: FastifyRequest, visit: Visit, pages: AppPages): Promise<HostedPage> {
  const page = await pages.render(isPayloadUrl(url) ? url : payloadUrlOf(url), visit)
  const failure = visit.lastFailure()
  if (failure !== undefined) return { kind: 'failed', failure }
  return visit.loaded ?? toLoadedPage(page)
}

function writeData(loaded: HostedPage, visit: Visit): { statusCode: number; body: string } {
  try {
    const { statusCode, body } = toDataAnswer(loaded)
    return { statusCode, body: JSON.stringify(body) }
  } catch (thrown) {
    const failure = visit.recordFailure(thrown, 'loader') // A loader returned a value that is not JSON.
    return { statusCode: 500, body: JSON.stringify({ error: { digest: failure.digest } }) }
  }
}

async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  received: ReceivedVisit,
  options: Answer,
  found: FoundPage | undefined,
): Promise<FastifyReply> {
  const { visit } = received
  void reply.header('content-security-policy', options.securityPolicy(visit.cspNonce))
  const page = hasNoDocument(visit.loaded) ? undefined : await options.pages.render(request.url, visit, found)
  switch (visit.loaded?.kind) {
    case 'redirect':
      return sendRedirect(reply, visit.loaded, received, options)
    case 'signed-out':
      return sendRedirect(reply, { to: visit.loaded.signIn, statusCode: 302 }, received, options)
    case 'no-action':
      return reply.code(405).header('allow', 'GET, HEAD').type('text/plain').send(noActionSentence)
  }
  if (page === undefined)
    throw new Error('Cannot answer with the page: it has neither a document nor a redirect')
  await keepForNextTry(received, options)
  return sendRendered(reply, page, received)
}

function hasNoDocument(loaded: HostedPage | undefined): boolean {
  return loaded?.kind === 'redirect' || loaded?.kind === 'signed-out' || loaded?.kind === 'no-action'
}

interface Redirect {
  to: string
  statusCode: number
  flash?: object
}

async function sendRedirect(
  reply: FastifyReply,
  { to, statusCode, flash }: Redirect,
  { visit, jar }: ReceivedVisit,
  { flashes }: Answer,
): Promise<FastifyReply> {
  if (flash !== undefined) jar.set(await flashes.keep(new URL(to, visit.url).pathname, flash))
  // The page after a form is requested with GET.
  return reply.redirect(to, visit.form === undefined ? statusCode : 303)
}

/** "Try again" is a link, which carries no data: the input of a form whose answer failed is kept here. */
async function keepForNextTry({ visit, jar }: ReceivedVisit, { flashes }: Answer): Promise<void> {
  if (visit.lastFailure() === undefined || visit.toShowAgain === undefined) return
  jar.set(await flashes.keep(visit.url.pathname, visit.toShowAgain, RETRY_MAX_AGE_SECONDS))
}

function sendRendered(reply: FastifyReply, page: RenderedPage, { visit }: ReceivedVisit): FastifyReply {
  if (page.errorOfErrorPage !== undefined) {
    const { digest } = visit.recordFailure(page.errorOfErrorPage, 'render')
    return reply.code(500).type('text/plain').send(plainErrorScreen(digest))
  }
  for (const [name, value] of page.headers) void reply.header(name, value)
  return reply.code(statusOf(page, visit)).send(bodyOf(page, visit))
}

function statusOf({ statusCode }: RenderedPage, { loaded, form }: Visit): number {
  if (statusCode === 200 && loaded?.kind === 'loaded' && loaded.isRefused) return 422
  const isRedirect = statusCode >= 300 && statusCode < 400 // The page is one of Vike's own.
  return isRedirect && form !== undefined ? 303 : statusCode
}

function bodyOf(page: RenderedPage, visit: Visit) {
  if (typeof page.body === 'string' || Buffer.isBuffer(page.body)) return page.body
  return page.body.pipe(
    endWithFailure(() => {
      const digest = visit.lastFailure()?.digest
      return digest === undefined ? undefined : visit.renderErrorScreen?.(digest)
    }),
  )
}
