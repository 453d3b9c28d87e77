import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import fastifyMiddie from '@fastify/middie'
import type { FastifyInstance } from 'fastify'
import { createDevMiddleware, getGlobalContext, renderPage as renderWithVike } from 'vike/server'
import type { GlobalContextServer } from 'vike/types'
import type { HostedPage } from './loaded-page.ts'
import { createPageRouter, type MatchPage, type PageRoute } from './page-router.ts'
import { pathOf } from './payload.ts'
import { isOfVite } from './policy/request-target.ts'
import type { Visit } from './visit.ts'

/** The application's pages, which only Vike knows. */
export interface AppPages {
  /** Finds a path's page without Vike's way through all its hooks. */
  match: MatchPage
  /** Runs a page's guard, action and loader, once for the visit. */
  load: (page: FoundPage, visit: Visit) => Promise<HostedPage>
  /** Renders by Vike alone. Loads the page on the way, unless `visit.loaded` says that it is loaded. */
  render: RenderPage
}

export interface FoundPage {
  pageId: string
  routeParams: Record<string, string>
}

/** Vike's result for a page. */
export interface RenderedPage {
  statusCode: number
  headers: [string, string][]
  body: string | Buffer<ArrayBuffer> | Readable
  is404: boolean
  abortStatusCode: number | undefined
  /** Set if the error page broke as well, and Vike answered with a page of its own. */
  errorOfErrorPage: unknown
}

/** `found` is set if the page is already known. */
export type RenderPage = (url: string, visit: Visit, found?: FoundPage) => Promise<RenderedPage>

export interface BuiltPages extends AppPages {
  routes: PageRoute[]
}

/** Loads the pages that `vike build` made. */
export async function loadBuiltPages(root: string): Promise<BuiltPages> {
  await import(pathToFileURL(join(root, 'dist', 'server', 'entry.mjs')).href)
  const { pages, config, baseServer } = await getServerContext()
  // Vike must follow hooks and settings that decide about routes.
  const isPlain = config.onBeforeRoute === undefined && config.redirects === undefined && baseServer === '/'
  const routes = Object.entries(pages).flatMap(([pageId, page]) =>
    page.isErrorPage ? [] : [{ pageId, route: page.route, isExplicit: page.config.route !== undefined }],
  )
  return {
    routes,
    match: isPlain ? createPageRouter(routes) : matchNothing,
    load: ({ pageId, routeParams }, visit) => {
      const load = pages[pageId]?.config.loadPage
      if (load === undefined) throw new Error(`Cannot load page ${pageId}: Vike does not know its loadPage`)
      return load({ pageId, routeParams, pages, visit })
    },
    // Vike must not see `found`; an address of Vite's has no page either way.
    render: (url, visit) => renderPage(isOfVite(pathOf(url)) ? `/not-a-page${url}` : url, visit),
  }
}

/** Serves the pages from their sources, with hot module replacement over the same port. */
export async function serveSources(app: FastifyInstance, root: string): Promise<AppPages> {
  const { devMiddleware } = await createDevMiddleware({
    root,
    viteConfig: { server: { hmr: { server: app.server } } },
  })
  await app.register(fastifyMiddie)
  app.use(devMiddleware)
  return {
    match: matchNothing, // Pages change at any time here, and Vike knows first.
    load: () => Promise.reject(new Error('Cannot load page: in development Vike does it')),
    render: renderPage,
  }
}

const matchNothing: MatchPage = () => ({ kind: 'unknown' })

async function getServerContext(): Promise<GlobalContextServer> {
  const context = await getGlobalContext()
  if (context.isClientSide) throw new Error('Cannot find pages: this is a browser’s context')
  return context
}

/** `answer-page.ts` sets it, no matter what Vike proposes. */
const ownHeaders = new Set(['cache-control', 'content-security-policy', 'vary'])

async function renderPage(url: string, visit: Visit): Promise<RenderedPage> {
  const pageContext = await renderWithVike({ urlOriginal: url, cspNonce: visit.cspNonce, visit })
  const { httpResponse, errorWhileRendering } = pageContext
  const { pageHtmlStream, pageId, is404, abortStatusCode } = pageContext as RenderState
  return {
    statusCode: httpResponse.statusCode,
    headers: httpResponse.headers.filter(([name]) => !ownHeaders.has(name.toLowerCase())),
    body: pageHtmlStream === undefined ? httpResponse.body : await httpResponse.getReadableNodeStream(),
    is404: is404 ?? false,
    abortStatusCode,
    errorOfErrorPage: pageId == null ? (errorWhileRendering ?? undefined) : undefined,
  }
}

/** Set while rendering; Vike's type of the returned context knows only the response. */
interface RenderState {
  pageHtmlStream?: unknown
  pageId?: string | null
  is404?: boolean | null
  abortStatusCode?: number
}
