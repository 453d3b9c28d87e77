import { render } from 'vike/abort'
import { demoOf } from '#renderer/layout/demo-of.ts'
import { frameJson, renderFrame } from '#renderer/layout/frame-html.tsx'
import { listSearchOf } from '#renderer/layout/list-search.ts'
import { findPage, followsProject, hasEnvironments } from '#renderer/layout/pages.ts'
import { missingRole } from '#renderer/layout/permissions.ts'
import { factorsPath, signInPath, signOutPath } from '#renderer/paths.ts'
import { type PageScope, parseScope, type ReadScope } from '#renderer/scope.ts'
import { forbidden as say } from '#renderer/texts/errors/not-found.ts'
import type { HostedPage } from '#server/hosting/loaded-page.ts'
import type { Visit } from '#server/hosting/visit.ts'
import { parseRole, type Role } from '#server/models/accounts/roles.ts'
import { type Action, type ActionResult, unfinished } from './action.ts'
import type { Frame, FrameHtml, Loader, LoaderContext } from './loader.ts'
import type { PageData } from './page-data.ts'
import { type ActionPayload, type Payload, type PayloadData, withoutNow } from './payload.ts'
import { requireProject } from './require-project.ts'
import { abortAgain, abortOf, isAbort, type StoredAbort, storeAbort } from './vike-internals.ts'

/** What an account may do that has to set up a second factor first. */
const ALWAYS_OPEN: ReadonlySet<string> = new Set([factorsPath(), signOutPath])

/** The pages with their settings by id, as in Vike's global context. */
export type Pages = Record<string, { config: PageSettings }>

interface PageSettings {
  loader?: Loader
  action?: Action
  access?: 'public'
}

export interface LoadRequest {
  pageId: string
  routeParams: Record<string, string>
  pages: Pages
  visit: Visit
}

/**
 * Checks access and runs the action, the loader and the frame of a page, in this order. It serves
 * documents and payloads, with or without Vike. Fastify reads it as a setting of every page (`+loadPage`).
 */
export async function loadPage(request: LoadRequest): Promise<HostedPage> {
  const { visit } = request
  visit.setRoute(routeOf(request.pageId))
  try {
    return await load(request)
  } catch (thrown) {
    const needed = neededRole(thrown)
    if (needed !== undefined) return forbidden(visit, needed)
    const abort = abortOf(thrown)
    if (abort === undefined) return { kind: 'failed', failure: visit.recordFailure(thrown, 'request') }
    const { redirectTo, statusCode } = abort
    return redirectTo === undefined
      ? { kind: 'aborted', statusCode, thrown }
      : { kind: 'redirect', to: redirectTo, statusCode: statusCode ?? 302 }
  }
}

export type LoadPage = typeof loadPage

async function load(request: LoadRequest): Promise<HostedPage> {
  const { visit, pages, pageId } = request
  visit.toShowAgain = visit.form === undefined ? visit.flash : unfinished(visit.form)
  if (visit.earlyFailure !== undefined) throw visit.earlyFailure
  const settings = pages[pageId]?.config ?? {}
  const { pathname, search } = visit.url
  if (visit.viewer === undefined && settings.access !== 'public') {
    return { kind: 'signed-out', signIn: signInPath(pathname + search) }
  }
  if (visit.viewer?.needsFactor && settings.access !== 'public' && !ALWAYS_OPEN.has(routeOf(pageId))) {
    const next = visit.form === undefined ? pathname + search : undefined
    return { kind: 'redirect', to: factorsPath(next), statusCode: 302 }
  }
  const missing = missingRole(visit.viewer?.role, routeOf(pageId), visit.form)
  if (missing !== undefined) return forbidden(visit, missing)
  const context = new VisitorsContext(request)
  // This is the result of the page's own action, which we stored until this visit.
  let result = visit.flash as ActionResult | undefined
  if (visit.form !== undefined) {
    const action = ownActionOf(pages, pageId)
    if (action === undefined) return { kind: 'no-action' }
    result = await runAction(action, visit, visit.form, context)
    visit.toShowAgain = result
    if (result.kind === 'done') {
      const { redirectTo, changed } = result
      if (redirectTo !== undefined) {
        const flash = result.message === undefined ? {} : { flash: result }
        return { kind: 'redirect', to: redirectTo, statusCode: 303, ...(changed && { changed }), ...flash }
      }
      // Without a script the form also ends in a redirect, so that reloading the page does not send the form
      // again.
      if (visit.wants === 'document') {
        return { kind: 'redirect', to: pathname + search, statusCode: 303, flash: result }
      }
    }
  }
  const { page, frame } = await guarded(visit, 'loader', async () => {
    const reads = readFrame(visit)
    reads.catch(() => undefined) // The loader may fail first.
    if (followsProject(routeOf(pageId))) await requireProject(context.desk, context.scope.project)
    const page = await settings.loader?.(context)
    return { page, frame: await frameOf(visit, page, reads) }
  })
  return toLoadedPage({ page, frame, ...(result && { action: result }) }, visit)
}

/** The desk's own refusal of a change: `RoleNeeded` of server/desk/limit-desk.ts. */
function neededRole(thrown: unknown): Role | undefined {
  const isRefusal = thrown instanceof Error && thrown.name === 'RoleNeeded' && 'needed' in thrown
  return isRefusal ? parseRole(String(thrown.needed)) : undefined
}

function forbidden({ viewer, form }: Visit, needed: Role): HostedPage {
  const says = say.sentence(form === undefined ? 'page' : 'form', needed, viewer?.role)
  return { kind: 'aborted', statusCode: 403, thrown: render(403), says }
}

function toLoadedPage(data: PageData, { form }: Visit): HostedPage {
  const { action } = data
  return {
    kind: 'loaded',
    data,
    // The visitor only reads the result that a flash cookie carried. Nothing was sent.
    isRefused: form !== undefined && action?.kind === 'refused',
    payload(): Payload | ActionPayload {
      const payload = withWrittenFrame(withoutNow(data))
      return action === undefined ? { data: payload } : { action, data: payload }
    },
  }
}

function withWrittenFrame(payload: PayloadData): PayloadData {
  const { html, ...frame } = payload.frame
  if (html === undefined) return payload
  // The value is read back from JSON.
  return { ...payload, frame: { ...frame, html: frameJson(html) as unknown as FrameHtml } }
}

/** The result of an action, as it is stored for a form that is sent twice: plain data, which another process may read. */
type Ended = { kind: 'ended'; result: ActionResult } | { kind: 'aborted'; abort: StoredAbort }

async function runAction(
  action: Action,
  visit: Visit,
  form: URLSearchParams,
  context: LoaderContext,
): Promise<ActionResult> {
  const { files, changePreferences } = visit
  // The context is not spread, because reading `desk` throws where nobody is signed in.
  const actionContext = Object.assign(context, { form, files, changePreferences })
  const ended = await visit.runIdempotent(async (): Promise<Ended> => {
    try {
      return { kind: 'ended', result: await guarded(visit, 'action', () => action(actionContext)) }
    } catch (thrown) {
      // `redirect()` and `render()` count as results too, for every repeat of this form.
      if (isAbort(thrown)) return { kind: 'aborted', abort: storeAbort(thrown) }
      throw thrown
    }
  })
  if (ended.kind === 'aborted') throw abortAgain(ended.abort)
  return ended.result
}

/**
 * In Vike, settings also apply to the pages below (https://vike.dev/config#inheritance). Actions must not:
 * a form that is posted to a project is no form that creates projects.
 */
function ownActionOf(pages: Pages, pageId: string): Action | undefined {
  const action = pages[pageId]?.config.action
  const isInherited = Object.entries(pages).some(
    ([otherId, other]) => pageId.startsWith(`${otherId}/`) && other.config.action === action,
  )
  return isInherited ? undefined : action
}

/** Turns whatever a loader or an action throws into a failure with a digest. */
async function guarded<T>(visit: Visit, stage: 'action' | 'loader', run: () => T | Promise<T>): Promise<T> {
  try {
    return await visit.measure(stage, stage, run)
  } catch (thrown) {
    throw (abortOf(thrown) ?? neededRole(thrown)) ? thrown : visit.recordFailure(thrown, stage)
  }
}

/**
 * A class, because it has getters and one of them throws where nobody is signed in. In an object literal,
 * getters would cost each request a hidden class.
 */
class VisitorsContext implements LoaderContext {
  readonly viewer: LoaderContext['viewer']
  readonly preferences: LoaderContext['preferences']
  readonly routeParams: Record<string, string>
  readonly url: URL
  readonly now: number
  readonly #visit: Visit
  readonly #route: string
  #read: ReadScope | undefined

  constructor({ visit, routeParams, pageId }: LoadRequest) {
    this.viewer = visit.viewer
    this.preferences = visit.preferences
    this.routeParams = routeParams
    this.url = visit.url
    this.now = visit.now
    this.#visit = visit
    this.#route = routeOf(pageId)
  }

  get desk(): LoaderContext['desk'] {
    return this.#visit.desk
  }

  get accounts(): LoaderContext['accounts'] {
    return this.#visit.accounts
  }

  get scope(): PageScope {
    return this.#readScope().scope
  }

  get scopeRefusal(): string | null {
    return this.#readScope().refusal
  }

  #readScope(): ReadScope {
    this.#read ??= parseScope(this.url.searchParams, this.now, findPage(this.#route)?.ownPeriod)
    return this.#read
  }
}

/** What the frame reads, which is the same for all that a page's loader finds. */
interface FrameReads {
  projects: Awaited<ReturnType<LoaderContext['desk']['projects']['list']>>
  environments: readonly string[]
}

/** Undefined where the frame is empty. */
async function readFrame(visit: Visit): Promise<FrameReads | undefined> {
  const { viewer, url } = visit
  if (viewer === undefined || viewer.needsFactor) return undefined
  const { projects } = visit.desk
  const [listed, environments] = await Promise.all([
    projects.list(),
    hasEnvironments(url.pathname) ? projects.listEnvironments() : [],
  ])
  return { projects: listed, environments }
}

export async function frameOf(visit: Visit, page?: unknown, reads = readFrame(visit)): Promise<Frame> {
  const { viewer, url, preferences, now } = visit
  const read = await reads
  if (viewer === undefined || read === undefined) return emptyFrame(visit)
  const { projects, environments } = read
  const demo = demoOf(projects, url, page)
  const listSearch = listSearchOf(page)
  const { theme, hasKeys, zone } = preferences
  const html = renderFrame({
    ...(demo !== undefined && { demo }),
    ...(listSearch !== undefined && { listSearch }),
    email: viewer.email,
    role: viewer.role,
    theme,
    hasKeys,
    zone,
    path: url.pathname,
    search: url.search,
    now,
    environments,
    projects,
  })
  const { sees: _sees, ...shown } = viewer // the browser needs no list of it
  const frame = { ...emptyFrame(visit), viewer: shown }
  // This property is not enumerable: it is rendered into the document, and code that writes the data must
  // not see it.
  return Object.defineProperty(frame, 'html', { value: html, enumerable: visit.wants === 'data' })
}

export function emptyFrame(visit: Visit): Frame {
  const { preferences, url, now } = visit
  return { viewer: undefined, path: url.pathname, now, reader: { zone: preferences.zone } }
}

/** Returns the page's folder, such as `/issues/@issueId`. */
function routeOf(pageId: string): string {
  return pageId.replace(/^\/(pages|renderer)/, '') || '/'
}
