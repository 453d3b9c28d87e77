import { render } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import type { HostedPage } from '#server/hosting/loaded-page.ts'
import type { Visit } from '#server/hosting/visit.ts'
import { findMissing, notAllowed } from './find-missing.ts'
import { emptyFrame, frameOf, loadPage } from './load-page.ts'
import type { PageData } from './page-data.ts'
import { redirectTo } from './vike-internals.ts'

/**
 * The server's half of `+data`: returns what Fastify has loaded, or loads it now, and passes it on as Vike
 * expects it.
 */
export async function loadPageData(pageContext: PageContextServer): Promise<PageData> {
  const visit = visitOf(pageContext)
  if (isErrorPage(pageContext)) return dataOfErrorPage(pageContext, visit)
  const { pageId, routeParams, globalContext } = pageContext
  if (pageId === null) throw new Error('Cannot load page: Vike gave no page id')
  const loaded = visit.loaded ?? (await loadPage({ pageId, routeParams, pages: globalContext.pages, visit }))
  if (isRewrite(loaded))
    delete visit.loaded // The page that is shown instead is loaded next.
  else visit.loaded = loaded
  return dataOrThrow(loaded)
}

/** After `render('/another')`, Vike continues with that page. */
function isRewrite(loaded: HostedPage): boolean {
  return loaded.kind === 'aborted' && loaded.statusCode === undefined
}

function dataOrThrow(loaded: HostedPage): PageData {
  switch (loaded.kind) {
    case 'loaded':
      return loaded.data as PageData // This is loadPage's own result, which Fastify only passes on.
    case 'redirect':
      throw redirectTo(loaded.to)
    case 'signed-out':
      throw redirectTo(loaded.signIn)
    case 'no-action':
      throw render(404) // Vike has no such status, so Fastify answers 405 instead.
    case 'aborted':
      throw loaded.thrown
    case 'failed':
      throw loaded.failure
  }
}

/** A failed page shows no frame, so that nothing else can fail. A missing page keeps it. */
async function dataOfErrorPage(pageContext: PageContextServer, visit: Visit): Promise<PageData> {
  // A page that was loaded and ended here has already set its own route.
  if (visit.loaded === undefined) visit.setRoute('/_error')
  const isMissing = pageContext.is404 || pageContext.abortStatusCode !== undefined
  // A form of the frame may have failed at an address that has no page. Then the failure is shown.
  if (isMissing && visit.loaded?.kind !== 'failed') {
    const says = visit.loaded?.kind === 'aborted' ? visit.loaded.says : undefined
    const mayLook = visit.viewer !== undefined && !visit.viewer.needsFactor
    const missing =
      says === undefined ? mayLook && (await findMissing(visit.url, visit.desk)) : notAllowed(says)
    return { page: missing && { missing }, frame: await frameOf(visit) }
  }
  const thrown = visit.loaded?.kind === 'failed' ? visit.loaded.failure : pageContext.errorWhileRendering
  const failure = visit.recordFailure(thrown, 'request')
  return { page: undefined, frame: emptyFrame(visit), failure: { digest: failure.digest } }
}

function isErrorPage(pageContext: PageContextServer): boolean {
  return Boolean(pageContext.is404) || Boolean(pageContext.errorWhileRendering)
}

function visitOf(pageContext: PageContextServer): Visit {
  if (pageContext.visit === undefined)
    throw new Error('Cannot load page: renderPage() was called without a visit')
  return pageContext.visit
}
