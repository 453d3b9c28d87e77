import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { loadPage, type Pages } from '#renderer/page/load-page.ts'
import type { SignInContext } from '#server/accounts/begin-session.ts'
import { createBrowserMemory } from '#server/accounts/browser/browser-memory.ts'
import { createOwnRows } from '#server/accounts/browser/own-rows.ts'
import { createRequestAccounts } from '#server/accounts/own/request-accounts.ts'
import { createThrottle } from '#server/accounts/throttle/throttle.ts'
import { createDesk } from '#server/desk/create-desk.ts'
import { createPageRouter } from '#server/hosting/page-router.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { VisibleProjects } from '#server/store/scope/scope-store.ts'
import { aVisit } from '#tests/support/builders/a-visit.ts'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'
import { listSources } from '#tests/support/sources/source-files.ts'

const ORIGIN = 'http://desk.test'

/** Gives what an address answers, as text: the payload of its page, or why there is none. */
export type ReadPayload = (address: string) => Promise<string>

/** Reads pages as a server would, without one: their own loaders on a store, at one time. */
export async function openPayloads(): Promise<
  (store: Store, now: number, sees?: VisibleProjects) => ReadPayload
> {
  const pages = await importPages()
  const match = routePages(pages)
  return (store, now, sees = 'all') => {
    const viewer = { id: 1, email: 'ada@example.com', role: 'owner' as const, sees }
    const desk = createDesk({
      store,
      sees,
      viewer,
      publicUrl: ORIGIN,
      clock: () => now,
      retentionDays: 90,
    })
    return async (address) => {
      const url = new URL(address, ORIGIN)
      const found = match(decodeURIComponent(url.pathname))
      if (found.kind !== 'page') return `no page: ${found.kind}`
      const openAccounts = () => createRequestAccounts(contextOf(store, now), viewer)
      const { visit, failures } = aVisit({
        url,
        now,
        viewer,
        wants: 'data',
        openDesk: () => desk,
        openAccounts,
      })
      const page = await loadPage({ ...found, pages, visit })
      switch (page.kind) {
        case 'loaded':
          return JSON.stringify(page.payload())
        case 'failed':
          return `failed: ${describe(failures[0]?.thrown)}`
        case 'redirect':
          return `redirect: ${page.statusCode} ${page.to}`
        case 'aborted':
          return `aborted: ${page.statusCode}`
        default:
          return page.kind
      }
    }
  }
}

/** For loaders, which only read accounts. */
function contextOf(store: Store, now: number): SignInContext {
  return {
    store,
    throttle: createThrottle(randomBytes),
    clock: () => now,
    random: randomBytes,
    publicUrl: ORIGIN,
    memory: createBrowserMemory({
      rows: createOwnRows(() => now),
      random: randomBytes,
      cookies: {},
      setCookie() {},
    }),
    request: { ip: '10.0.0.1', userAgent: undefined, cookie: undefined, device: undefined },
    setCookie() {},
    setDeviceCookie() {},
  }
}

/** Of the page's folder, as Vike has it. */
function routeOf(pageId: string): string {
  return pageId === '/pages/index' ? '/' : pageId.slice('/pages'.length)
}

function describe(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
}

/** All pages with their loaders and actions, as Vike has them. */
export async function importPages(): Promise<Pages> {
  const pages: Pages = {}
  for (const path of listSources('pages').filter((each) => each.endsWith('/+Page.tsx'))) {
    const folder = join(repositoryRoot, dirname(path))
    const [loader, action] = [join(folder, '+loader.ts'), join(folder, '+action.ts')]
    const config = {
      ...(existsSync(loader) && { loader: (await import(loader)).loader }),
      ...(existsSync(action) && { action: (await import(action)).action }),
      ...(existsSync(join(folder, '+access.ts')) && { access: 'public' as const }),
    }
    pages[`/${dirname(path)}`] = { config }
  }
  return pages
}

/** Routes addresses to these pages, as Vike does. */
export function routePages(pages: Pages) {
  return createPageRouter(
    Object.keys(pages).map((pageId) => ({ pageId, route: routeOf(pageId), isExplicit: false })),
  )
}
