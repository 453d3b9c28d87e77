import { randomUUID } from 'node:crypto'
import { cloneElement, isValidElement, type ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { providePageContext } from 'vike/getPageContext'
import { escapeInject } from 'vike/server'
import type { PageContextServer } from 'vike/types'
import { VikeReactProviderPageContext } from 'vike-react/usePageContext'
import { frameBytes } from '#renderer/layout/frame-html.tsx'
import type { FrameHtml } from '#renderer/page/loader.ts'
import type { PageData } from '#renderer/page/page-data.ts'
import { hasOwnHead, isAbort } from '#renderer/page/vike-internals.ts'
import type { Markup } from '#server/hosting/shells/page-slots.ts'
import type { RenderSlots, ShellOffer } from '#server/hosting/visit.ts'
import { createCachedMarkup } from './cached-markup.ts'
import { escapeHtml } from './html.ts'

/** Hooks that may decide about a request and that only Vike runs. */
const vikesOwn = [
  'guard',
  'onBeforeRender',
  'onCreatePageContext',
  'onBeforeRoute',
  'onAfterRenderHtml',
] as const

/** The fields that differ between visitors. A document that reads one of them cannot be shared. */
const visitors = new Set<PropertyKey>([
  'data',
  'headers',
  'headersOriginal',
  'routeParams',
  'urlLogical',
  'urlOriginal',
  'urlParsed',
  'urlPathname',
  'visit',
])

/**
 * Renders the document once for all visitors, with placeholders for what differs between them, and gives
 * the server a function that renders those parts. A document that reads anything else about its visitor is
 * refused.
 */
export async function offerShell<Document>(
  pageContext: PageContextServer,
  offer: ShellOffer,
  renderDocument: (pageContext: PageContextServer) => Promise<Document>,
): Promise<Document | ReturnType<typeof escapeInject>> {
  try {
    const { config } = pageContext
    const hook = vikesOwn.find((name) => isSet(config[name as keyof typeof config]))
    if (hook !== undefined) throw new Expected(`it has ${hook}, which only Vike runs`)
    if (config.headersResponse?.some((headers) => typeof headers === 'function'))
      throw new Expected('its headersResponse is a function, which only Vike runs')
    if (config.stream?.some(Boolean)) throw new Expected('it is streamed')
    if (config.onBeforeRenderHtml?.length !== 1) throw new Error('its onBeforeRenderHtml is not ours alone')
    let page: ReactElement | undefined
    const document = await renderDocument(
      forEverybody(pageContext, offer.refuse, {
        ...(typeof config.title === 'function' && { title: offer.tokens.title }),
        headHtmlEnd: [offer.tokens.headEnd],
        onBeforeRenderHtml: [
          (context: PageContextServer) => {
            page = context.page
            delete context.page
            context.pageHtmlString = offer.tokens.body
          },
        ],
      }),
    )
    if (page === undefined) throw new Error('Cannot render page: vike-react returned none')
    offer.take(createRender(pageContext, page))
    return document
  } catch (thrown) {
    offer.refuse({ reason: reasonOf(thrown), isExpected: thrown instanceof Expected })
    return escapeInject`<!DOCTYPE html><html><head></head><body></body></html>` // Nobody sees this document.
  }
}

class Expected extends Error {}

function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

function isSet(setting: unknown): boolean {
  return Array.isArray(setting) ? setting.length > 0 : setting !== undefined
}

/** The page context that all requests share, with other settings and without the visitor's fields. */
function forEverybody(
  pageContext: PageContextServer,
  refuse: ShellOffer['refuse'],
  settings: object,
): PageContextServer {
  const config = { ...pageContext.config, ...settings }
  return new Proxy(pageContext, {
    get(target, key, receiver) {
      if (visitors.has(key)) {
        const reason = `its document reads pageContext.${String(key)}`
        refuse({ reason, isExpected: false }) // The code that reads the field may catch the error.
        throw new Error(reason)
      }
      return key === 'config' ? config : Reflect.get(target, key, receiver)
    },
  })
}

const cachedMarkup = createCachedMarkup({ render: renderToString, later: setImmediate, limit: 1_000 })

/** Renders the same as `+onRenderHtml`, in the same places. Undefined if the page changes the head. */
function createRender(sample: PageContextServer, page: ReactElement): RenderSlots {
  const { title, headHtmlEnd = [] } = sample.config
  const base = withOwnGetters(sample)
  return async ({ url, routeParams, visit }) => {
    const { loaded } = visit
    // `+data` would return the same: loadPage's own result, which Fastify only passes on.
    const data = (loaded?.kind === 'loaded' ? loaded.data : undefined) as PageData
    const frameHtml = data?.frame.html
    const pageContext = visitorsContext(base, {
      urlOriginal: url,
      routeParams,
      visit,
      cspNonce: visit.cspNonce,
      data: frameHtml === undefined ? data : withPlaces(data),
      cachedMarkup,
    })
    try {
      const body = visit.measure('render', 'render', () => {
        providePageContext(pageContext) // `useConfig()` finds the page context here, as it does in a hook.
        return renderToString(withContext(page, pageContext))
      })
      if (hasOwnHead(pageContext)) return undefined
      const titleText = typeof title === 'function' ? title(pageContext) : title
      if (typeof title === 'function' && !titleText) return undefined // Vike writes no title tag in this case.
      const ends = headHtmlEnd.map((end) => (typeof end === 'function' ? end(pageContext) : end))
      return {
        title: escapeHtml(titleText ?? ''),
        headEnd: (await Promise.all(ends)).join(''),
        body: frameHtml === undefined ? [body] : withFrame(body, frameHtml),
      }
    } catch (thrown) {
      throw isAbort(thrown) ? thrown : visit.recordFailure(thrown, 'render')
    }
  }
}

/** Random strings that mark the frame's places in a page's markup. Nobody can guess them. */
const places: FrameHtml = { side: randomUUID(), top: randomUUID(), tabs: randomUUID() }

/** React copies markup character by character. The frame's HTML is inserted afterwards as cached bytes. */
function withPlaces(data: PageData): PageData {
  return { ...data, frame: { ...data.frame, html: places } }
}

function withFrame(body: string, html: FrameHtml): Markup {
  const pieces: (string | Uint8Array)[] = []
  let rest = body
  for (const name of ['side', 'top', 'tabs'] as const) {
    const index = rest.indexOf(places[name])
    if (index === -1) continue
    pieces.push(rest.slice(0, index), frameBytes(html[name]))
    rest = rest.slice(index + places[name].length)
  }
  return [...pieces, rest]
}

/**
 * Vike's page context is a proxy whose getters (`urlPathname`, `urlParsed`) answer about the proxy itself,
 * even for objects that inherit from it. They would give the address of the visit that the shell was made
 * for.
 */
function withOwnGetters(sample: PageContextServer): PageContextServer {
  const getters = Object.entries(Object.getOwnPropertyDescriptors(sample)).filter(([, { get }]) => get)
  return Object.create(sample, Object.fromEntries(getters))
}

/** Inherits everything that all requests' page contexts have in common. */
function visitorsContext(base: PageContextServer, own: Partial<PageContextServer>): PageContextServer {
  const context: PageContextServer = Object.create(base) // Missing fields are inherited from `base`.
  for (const [name, value] of Object.entries(own)) {
    Object.defineProperty(context, name, { value, enumerable: true, writable: true, configurable: true })
  }
  return context
}

/** Replaces the page context in vike-react's element, which has the provider around it. */
function withContext(element: ReactElement, pageContext: PageContextServer): ReactElement {
  if (element.type === VikeReactProviderPageContext) return cloneElement(element, { pageContext } as object)
  const { children } = element.props as { children?: unknown }
  if (!isValidElement(children)) throw new Error('vike-react provides no page context')
  return cloneElement(element, undefined, withContext(children, pageContext))
}
