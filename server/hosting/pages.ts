import { constants } from 'node:zlib'
import fastifyCompress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import { isSameOrigin } from '#server/accounts/origin-check.ts'
import { type AnswerOptions, answerPage } from './answer-page.ts'
import { serveAssets } from './assets.ts'
import { serveEventFiles } from './event-files.ts'
import { createFlashes } from './forms/flash.ts'
import { createOnce } from './forms/once.ts'
import { refuseForm, takeForms } from './forms/posted-form.ts'
import { listSecurityHeaders } from './policy/security-headers.ts'

export interface PagesOptions extends AnswerOptions {
  /** Directory of the built files; undefined where Vite serves them. */
  assets: string | undefined
  /** The address that events' files name: with a path, if the setting has one. */
  publicUrl: string
}

/** Every address that nothing else answers is a page. */
export async function servePages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const { publicOrigin, assets } = options
  const securityHeaders = await listSecurityHeaders({ isHttps: publicOrigin.startsWith('https:') })
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(securityHeaders)
    done()
  })
  await takeForms(app)
  await app.register(fastifyCompress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    globalDecompression: false, // forms come as they are: what is inflated would pass its bound by
    // flushed, so that streamed pages leave as they are made
    zlibOptions: { flush: constants.Z_SYNC_FLUSH },
    brotliOptions: {
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
    },
  })
  if (assets !== undefined) await serveAssets(app, assets) // after compress, whose hook they need
  refuseForeignForms(app, publicOrigin)
  serveEventFiles(app, options)
  const { clock, random } = options
  const site = { ...options, once: createOnce({ clock }), flashes: createFlashes({ clock, random }) }
  app.route({
    method: ['GET', 'POST'],
    url: '/*',
    handler: (request, reply) => answerPage(request, reply, site),
  })
}

/** Before the body is read: what another site sent is not even looked at. */
function refuseForeignForms(app: FastifyInstance, publicOrigin: string): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.method === 'GET') return done()
    const { origin, 'sec-fetch-site': site } = request.headers
    const secFetchSite = Array.isArray(site) ? site[0] : site
    // the name that the browser itself asked for: what a proxy says of it anybody may say who reaches the proxy
    const allowedOrigins = [publicOrigin, `${request.protocol}://${request.headers.host}`]
    const isOurs = isSameOrigin({ method: request.method, origin, secFetchSite, allowedOrigins })
    done(isOurs ? undefined : refuseForm(403, 'it was not sent from this site'))
  })
}
