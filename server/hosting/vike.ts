import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import fastifyMiddie from '@fastify/middie'
import type { FastifyInstance } from 'fastify'
import { createDevMiddleware, renderPage as renderWithVike } from 'vike/server'
import type { Visit } from './visit.ts'

/** What Vike made of a page. */
export interface RenderedPage {
  statusCode: number
  headers: [string, string][]
  body: string | Readable
  /** What `+data` returned. */
  data: unknown
  is404: boolean
  abortStatusCode: number | undefined
  /** Set when the error page broke as well, and Vike answered with a page of its own. */
  errorOfErrorPage: unknown
}

export type RenderPage = (url: string, visit: Visit) => Promise<RenderedPage>

/** Loads the pages that `vike build` made. */
export async function loadBuiltPages(root: string): Promise<RenderPage> {
  await import(pathToFileURL(join(root, 'dist', 'server', 'entry.mjs')).href)
  return renderPage
}

/** Serves the pages from their sources, with hot module replacement over the same port. */
export async function serveSources(app: FastifyInstance, root: string): Promise<RenderPage> {
  const { devMiddleware } = await createDevMiddleware({
    root,
    viteConfig: { server: { hmr: { server: app.server } } },
  })
  await app.register(fastifyMiddie)
  app.use(devMiddleware)
  return renderPage
}

async function renderPage(url: string, visit: Visit): Promise<RenderedPage> {
  const pageContext = await renderWithVike({ urlOriginal: url, cspNonce: visit.cspNonce, visit })
  const { httpResponse, errorWhileRendering } = pageContext
  const { pageHtmlStream, pageId, data, is404, abortStatusCode } = pageContext as RenderState
  return {
    statusCode: httpResponse.statusCode,
    headers: httpResponse.headers,
    body: pageHtmlStream === undefined ? httpResponse.body : await httpResponse.getReadableNodeStream(),
    data,
    is404: is404 ?? false,
    abortStatusCode,
    errorOfErrorPage: pageId == null ? (errorWhileRendering ?? undefined) : undefined,
  }
}

/** Set while rendering; Vike's type of the returned context knows only the response. */
interface RenderState {
  pageHtmlStream?: unknown
  pageId?: string | null
  data?: unknown
  is404?: boolean | null
  abortStatusCode?: number
}
