import type { FastifyInstance } from 'fastify'
import type { KeyFinder } from '#server/ingest/auth.ts'
import { formatDsn } from '#server/protocol/dsn.ts'

interface LoaderOptions {
  findKey: KeyFinder
  publicUrl: string
}

const END = /(?:\.min)?\.js$/

/**
 * Answers the address of Sentry's loader, which fetches an SDK from Sentry's own servers. A desk has no SDK to give: the script says
 * in the console how to get one, and defines what pages call, so that they go on without an error.
 */
export function registerSdkLoader(app: FastifyInstance, prefix: string, options: LoaderOptions): void {
  const { findKey, publicUrl } = options
  app.get<{ Params: { file: string } }>(`${prefix}/js-sdk-loader/:file`, async ({ params }, reply) => {
    const publicKey = params.file.replace(END, '')
    const key =
      END.test(params.file) && /^[0-9a-f]{32}$/.test(publicKey) ? await findKey(publicKey) : undefined
    if (key === undefined)
      return reply.code(404).send({ detail: 'Cannot load the SDK: the key is unknown or disabled' })
    return reply
      .headers({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'no-cache',
        'cross-origin-resource-policy': 'cross-origin', // it is loaded by pages of other sites
        'x-content-type-options': 'nosniff',
      })
      .send(loaderScript(formatDsn(publicUrl, publicKey, key.projectId)))
  })
}

/** Pages may have an SDK of their own already, which stays. */
function loaderScript(dsn: string): string {
  const how = `Crumbtrail loads no SDK, so this page reports nothing. Install @sentry/browser, and call Sentry.init({ dsn: ${JSON.stringify(dsn)} }).`
  return `(function () {
  if (window.Sentry && window.Sentry.captureException) return
  console.warn(${JSON.stringify(how).replaceAll('<', '\\u003c')})
  var nothing = function () {}
  var names = ['onLoad', 'forceLoad', 'init', 'addBreadcrumb', 'captureMessage', 'captureException', 'captureEvent',
    'configureScope', 'withScope', 'showReportDialog']
  var Sentry = (window.Sentry = window.Sentry || {})
  for (var i = 0; i < names.length; i++) Sentry[names[i]] = Sentry[names[i]] || nothing
})()
`
}
