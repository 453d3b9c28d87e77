import { redirect } from 'vike/abort'
import type { PageContext } from 'vike/types'
import type { Visit } from '../server/hosting/visit.ts'
import type { ActionResult } from './action.ts'
import type { Frame, LoaderContext } from './loader.ts'
import type { PageData } from './page-data.ts'
import { signInPath } from './paths.ts'
import { isAbort } from './vike-internals.ts'

/** The server's half of `+data`: who may see the page, then its action, then its loader. */
export async function loadPageData(pageContext: PageContext): Promise<PageData> {
  const visit = visitOf(pageContext)
  visit.setRoute(routeOf(pageContext))
  if (isErrorPage(pageContext)) return dataOfErrorPage(pageContext, visit)
  if (visit.earlyFailure !== undefined) throw visit.earlyFailure
  if (visit.viewer === undefined && pageContext.config.access !== 'public') {
    throw redirect(signInPath(visit.url.pathname + visit.url.search))
  }
  const context = loaderContextOf(pageContext, visit)
  const action = await runAction(pageContext, visit, context)
  if (action?.kind === 'done' && action.redirectTo !== undefined)
    throw redirect(action.redirectTo as `/${string}`)
  const page = await guarded(visit, 'loader', async () => pageContext.config.loader?.(context))
  const frame = await guarded(visit, 'loader', () => frameOf(visit))
  return { page, frame, ...(action === undefined ? {} : { action }) }
}

/** A failed page shows no frame, so that nothing further can fail; a page not found keeps it. */
async function dataOfErrorPage(pageContext: PageContext, visit: Visit): Promise<PageData> {
  if (pageContext.is404 || pageContext.abortStatusCode !== undefined) {
    return { page: undefined, frame: await frameOf(visit) }
  }
  const failure = visit.recordFailure(pageContext.errorWhileRendering, 'request')
  return { page: undefined, frame: emptyFrame(visit), failure: { digest: failure.digest } }
}

async function runAction(
  pageContext: PageContext,
  visit: Visit,
  context: LoaderContext,
): Promise<ActionResult | undefined> {
  const { form, accounts } = visit
  const { action } = pageContext.config
  if (form === undefined || action === undefined) return undefined
  // not spread: reading `desk` throws where nobody is signed in
  return guarded(visit, 'action', () => action(Object.assign(context, { form, accounts })))
}

/** What a loader or an action throws becomes a failure with a digest, whatever it threw. */
async function guarded<T>(visit: Visit, stage: 'action' | 'loader', run: () => T | Promise<T>): Promise<T> {
  try {
    return await visit.measure(stage, stage, run)
  } catch (thrown) {
    throw isAbort(thrown) ? thrown : visit.recordFailure(thrown, stage)
  }
}

function loaderContextOf(pageContext: PageContext, visit: Visit): LoaderContext {
  return {
    get desk() {
      return visit.desk
    },
    viewer: visit.viewer,
    routeParams: pageContext.routeParams,
    url: visit.url,
    now: visit.now,
  }
}

async function frameOf(visit: Visit): Promise<Frame> {
  const { viewer } = visit
  if (viewer === undefined) return emptyFrame(visit)
  const projects = await visit.desk.listProjects()
  return {
    ...emptyFrame(visit),
    viewer,
    projects: projects.map(({ slug, name, openIssueCount }) => ({ slug, name, openIssueCount })),
  }
}

function emptyFrame(visit: Visit): Frame {
  return { viewer: undefined, projects: [], path: visit.url.pathname, now: visit.now }
}

/** The page's folder: `/issues/@issueId`. */
function routeOf({ pageId }: PageContext): string {
  return pageId?.replace(/^\/(pages|renderer)/, '') || '/'
}

function isErrorPage(pageContext: PageContext): boolean {
  return Boolean(pageContext.is404) || Boolean(pageContext.errorWhileRendering)
}

function visitOf(pageContext: PageContext): Visit {
  if (pageContext.visit === undefined)
    throw new Error('Cannot load page: renderPage() was called without a visit')
  return pageContext.visit
}
