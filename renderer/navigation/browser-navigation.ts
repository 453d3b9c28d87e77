import { navigate, prefetch } from 'vike/client/router'
import { createPending, showPending } from '#renderer/forms/pending.ts'
import { createFormSubmission } from '#renderer/forms/submit-form.ts'
import { type PageData, pageUpdates } from '#renderer/page/page-data.ts'
import { withoutNow } from '#renderer/page/payload.ts'
import { telemetry, tracing } from '#renderer/telemetry/browser-telemetry.ts'
import { setTimer } from '#telemetry/browser/tracing.ts'
import { createLateAddress } from './late-address.ts'
import { limits } from './limits.ts'
import { loadPayload } from './load-payload.ts'
import { createNavigations } from './navigate.ts'
import { createPageLoads } from './page-loads.ts'
import { whenIdle } from './prefetch/when-idle.ts'
import { createRevalidation } from './revalidate.ts'
import { type RoutePayload, routeKey } from './route-cache.ts'

/** Creates this document's navigation with all of its parts, once. Undefined on the server. */
export const browserNavigation = import.meta.env.SSR ? undefined : start()

function start() {
  const address = createLateAddress(window)
  let shown: { url: string; data: PageData } | undefined
  const awaited = new WeakMap<PageData, () => void>()
  /**
   * A page that does not exist counts neither as a page load nor as a navigation, so its trace is dropped.
   */
  const markMissing = () => {
    const root = tracing?.activeSpan().root
    root?.setAttribute('http.response.status_code', 404)
    // This runs now, because dropped traces are reported when the document is left, which may come first.
    root?.end()
  }
  const pending = createPending((isPending) => showPending(document, isPending), setTimer)
  const loads = createPageLoads({
    ...{ loadPayload, loadCode: prefetch, clock: Date.now },
    whenIdle: (work) => void whenIdle(limits.idleMs).then(work),
  })
  const leaveFor = (url: string) => {
    address.settle()
    loadDocument(url)
  }
  const navigations = createNavigations({
    loads,
    pending,
    setTimer,
    leaveFor,
    shownKey: () => shown && routeKey(shown.url),
    onUnrouted: markMissing,
    onNavigation({ path, prefetch: found }) {
      // The navigation has a trace of its own from the click on, which includes its requests.
      const span = tracing?.startNavigation(path, found, true)
      // What the cache had for the page is recorded beside the router's own note of its target.
      telemetry?.addBreadcrumb({ category: 'navigation', data: { to: path, prefetch: found } })
      // A prefetch that the navigation waits for is not part of its trace, because nothing else would keep
      // the trace open.
      return span?.allowEnd
    },
  })
  const showAnew = (url: string) =>
    navigate(url, { keepScrollPosition: true, overwriteLastHistoryEntry: true })
  const revalidate = createRevalidation({
    loads,
    updates: pageUpdates,
    whenShown(rendered, work) {
      if (shown?.data === rendered) work()
      // Each visit creates new data, so the data of a page that was left never returns.
      else awaited.set(rendered, work)
    },
    showAnew,
  })
  return {
    ...navigations,
    address,
    loads,
    revalidate,
    submitForm: createFormSubmission({
      ...{ loads, updates: pageUpdates, pending, navigate },
      shown: () => shown,
    }),
    loadDocument: leaveFor,
    markMissing,
    shown: () => shown,
    /**
     * Records that a page is shown with this data. The document's own data goes into the cache like any
     * other.
     */
    show(url: string, data: PageData, isFromDocument: boolean) {
      shown = { url, data }
      if (isFromDocument) loads.keep(url, payloadOf(data))
      awaited.get(data)?.()
    },
    /** The document is back from the bfcache. It may be old, and the visitor may have signed out. */
    async returned() {
      navigations.resume()
      if (shown !== undefined) await revalidate(shown.url, shown.data, payloadOf(shown.data))
    },
  }
}

/** Assigning the current address would only scroll. */
function loadDocument(url: string): void {
  const { href } = new URL(url, location.href)
  if (href === location.href) location.reload()
  else location.assign(href)
}

function payloadOf(data: PageData): RoutePayload {
  return {
    body: JSON.stringify({ data: withoutNow(data) }),
    answeredAt: new Date(data.frame.now).toUTCString(),
  }
}
