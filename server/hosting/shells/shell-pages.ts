import { Failure } from '#server/hosting/failure.ts'
import type { PageRoute } from '#server/hosting/page-router.ts'
import type { FoundPage, RenderedPage, RenderPage } from '#server/hosting/vike.ts'
import type { RenderSlots, Visit } from '#server/hosting/visit.ts'
import { toPageJson } from './page-json.ts'
import type { Markup, SlotRefusal } from './page-slots.ts'
import { fillShell, type PageShell, type Slot, toShell } from './shell.ts'
import { shellVisit } from './shell-visit.ts'

export interface ShellReport {
  /** Ids of the pages that have one. */
  pages: string[]
  /** Pages that should have a shell but don't. */
  missing: { pageId: string; reason: string }[]
}

interface ShellPages {
  render: RenderPage
  report: ShellReport
}

interface ShellOptions {
  routes: readonly PageRoute[]
  /** Vike's own rendering, for making the shells and for all that they cannot do. */
  render: RenderPage
  /** Returns strings of letters and digits that cannot be guessed. */
  newToken: () => string
}

/**
 * Lets Vike render each page once and serves it from the result: Vike's bookkeeping takes five times as long as React's
 * rendering, and gives the same for every request. Requests that a shell cannot serve go to Vike as before.
 */
export async function createShellPages({ routes, render, newToken }: ShellOptions): Promise<ShellPages> {
  const shells = new Map<string, PageShell>()
  const missing: ShellReport['missing'] = []
  for (const route of routes) {
    try {
      const shell = toShell(
        await makeSample(route, render, newToken),
        await makeSample(route, render, newToken),
      )
      shells.set(route.pageId, shell)
    } catch (error) {
      if (error instanceof NoShell && error.isExpected) continue
      missing.push({ pageId: route.pageId, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  return {
    report: { pages: [...shells.keys()], missing },
    async render(url, visit, found) {
      const shell = found && shells.get(found.pageId)
      const page = shell && (await renderFromShell(shell, url, visit, found))
      return page ?? render(url, visit, found)
    },
  }
}

class NoShell extends Error {
  readonly isExpected: boolean
  constructor({ reason, isExpected }: SlotRefusal) {
    super(reason)
    this.isExpected = isExpected
  }
}

/** Renders the page's document for no particular visit. */
async function makeSample({ route }: PageRoute, renderByVike: RenderPage, newToken: () => string) {
  if (typeof route !== 'string') throw new NoShell({ reason: 'its route is a function', isExpected: true })
  if (route.includes('*')) throw new NoShell({ reason: 'its route is a glob', isExpected: true })
  const tokens = new Map<Slot, string>()
  const token = (slot: Slot) => {
    const known = tokens.get(slot) ?? newToken()
    tokens.set(slot, known)
    return known
  }
  // The query is not in any slot: a document that contains it differs between two renders.
  const path = `${route.replace(/(?<=\/)@([^/]+)/g, (_, name: string) => token(`param:${name}`))}?${newToken()}`
  let render: RenderSlots | undefined
  let refusal: SlotRefusal | undefined
  const visit = shellVisit(path, token('data'), token('nonce'), {
    tokens: {
      get title() {
        return token('title') // The title is read only if it differs between visits.
      },
      headEnd: token('headEnd'),
      body: token('body'),
    },
    take(offered) {
      render = offered
    },
    refuse(given) {
      refusal ??= given
    },
  })
  const page = await renderByVike(path, visit)
  if (refusal !== undefined) throw new NoShell(refusal)
  if (render === undefined) {
    const isGuarded = page.abortStatusCode !== undefined || (page.statusCode >= 300 && page.statusCode < 400)
    if (isGuarded)
      throw new NoShell({ reason: 'its guard rejects a visit without an account', isExpected: true })
    throw new Error('Vike did not render it')
  }
  return { page, tokens, render }
}

/** Undefined if the shell cannot serve the request. */
async function renderFromShell(
  shell: PageShell,
  url: string,
  visit: Visit,
  { routeParams }: FoundPage,
): Promise<RenderedPage | undefined> {
  const { loaded } = visit
  if (loaded?.kind !== 'loaded') return undefined
  const data = toPageJson(loaded.data)
  const params = Object.entries(routeParams).map(([name, value]) => [`param:${name}`, toPageJson(value)])
  if (data === undefined || params.some(([, json]) => json === undefined)) return undefined
  const slots = await shell.render({ url, routeParams, visit }).catch((thrown) => {
    // Vike shows the error page in its place, without rendering the page once more; it follows an abort itself.
    if (thrown instanceof Failure) visit.loaded = { kind: 'failed', failure: thrown }
    return undefined
  })
  if (slots === undefined) return undefined
  const values: Record<string, string | Markup> = { ...slots, nonce: visit.cspNonce, data }
  for (const [slot = '', json = ''] of params) values[slot] = json.slice(1, -1) // The quotes are the shell's.
  return {
    statusCode: 200,
    headers: shell.headers,
    body: fillShell(shell, (slot) => values[slot] ?? ''),
    is404: false,
    abortStatusCode: undefined,
    errorOfErrorPage: undefined,
  }
}
