import { constants } from 'node:zlib'
import fastifyCompress from '@fastify/compress'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hasLinkToken, LINK_REFERRER_POLICY } from '#server/accounts/links/link-address.ts'
import { isSameOrigin } from '#server/accounts/origin-check.ts'
import { type AnswerOptions, answerPage } from './answer-page.ts'
import { serveAssets } from './assets.ts'
import { serveAuditFile } from './files/audit-file.ts'
import { serveEventFiles } from './files/event-files.ts'
import { serveSentryAddresses } from './files/sentry-addresses.ts'
import { createFlashes } from './forms/flash.ts'
import { createIdempotency } from './forms/idempotency.ts'
import { refuseForm, takeForms } from './forms/posted-form.ts'
import { answerOneClick, isUnsubscribing } from './one-click-route.ts'
import { listSecurityHeaders } from './policy/security-headers.ts'
import { serveProvider } from './provider-routes.ts'
import type { FormMemory } from './receive.ts'

export interface PagesOptions extends AnswerOptions {
  /** The directory of the built files; undefined if Vite serves them. */
  assets: string | undefined
  /** The address that events' files name: with a path, if the setting has one. */
  publicUrl: string
  /** What several processes remember together. Without it, this one remembers by itself. */
  formMemory?: FormMemory | undefined
}

/** Serves a page at every address that no other route answers. */
export async function servePages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const { publicOrigin, assets } = options
  const securityHeaders = await listSecurityHeaders({ isHttps: publicOrigin.startsWith('https:') })
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(securityHeaders)
    if (hasLinkToken(request.url)) void reply.header('referrer-policy', LINK_REFERRER_POLICY)
    done()
  })
  await takeForms(app)
  await app.register(fastifyCompress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    globalDecompression: false, // Forms arrive as they are: an inflated body would exceed its bound by far.
    // Pages are flushed, so that a streamed page leaves as it is made.
    zlibOptions: { flush: constants.Z_SYNC_FLUSH },
    brotliOptions: {
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
    },
  })
  if (assets !== undefined) await serveAssets(app, assets) // This comes after compress, whose hook it needs.
  refuseForeignForms(app, publicOrigin)
  serveEventFiles(app, options)
  serveAuditFile(app, options)
  serveSentryAddresses(app)
  serveProvider(app, options)
  const { clock, random } = options
  const {
    formMemory = { idempotency: createIdempotency({ clock }), flashes: createFlashes({ clock, random }) },
  } = options
  const site = { ...options, ...formMemory }
  app.route({
    method: ['GET', 'POST'],
    url: '/*',
    async handler(request, reply) {
      if (await answerOneClick(request, reply, options)) return reply
      if (!isOurs(request, publicOrigin)) throw refuseForm(403, FOREIGN)
      return answerPage(request, reply, site)
    },
  })
}

const FOREIGN = 'it was not sent from this site'

/**
 * The check runs before the body is read: a form from another site is not even looked at. What mail programs send is known by its
 * body, so that it is checked after that.
 */
function refuseForeignForms(app: FastifyInstance, publicOrigin: string): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isAllowed = isUnsubscribing(request) || isOurs(request, publicOrigin)
    done(isAllowed ? undefined : refuseForm(403, FOREIGN))
  })
}

function isOurs({ method, headers, protocol }: FastifyRequest, publicOrigin: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  const secFetchSite = Array.isArray(site) ? site[0] : site
  // This is the name that the browser itself asked for: a client that reaches the proxy can forge the proxy's
  // headers.
  const allowedOrigins = [publicOrigin, `${protocol}://${headers.host}`]
  return isSameOrigin({ method, origin, secFetchSite, allowedOrigins })
}
