import { navigate, prefetch } from 'vike/client/router'
import { createPending, showPending } from '#renderer/forms/pending.ts'
import { createFormSubmission } from '#renderer/forms/submit-form.ts'
import { type PageData, pageUpdates } from '#renderer/page/page-data.ts'
import { withoutNow } from '#renderer/page/payload.ts'
import { telemetry, tracing } from '#renderer/telemetry/browser-telemetry.ts'
import { setTimer } from '#telemetry/browser/tracing.ts'
import { loadPayload } from './load-payload.ts'
import { createNavigations } from './navigate.ts'
import { createPageLoads } from './page-loads.ts'
import { createRevalidation } from './revalidate.ts'
import { type RoutePayload, routeKey } from './route-cache.ts'

/** This document's navigation, undefined on the server: everything wired, once. */
export const browserNavigation = import.meta.env.SSR ? undefined : start()

function start() {
  let shown: { url: string; data: PageData } | undefined
  const awaited = new WeakMap<PageData, () => void>()
  /** A page that is not there is no page load and no navigation of ours: its trace is left out. */
  const markMissing = () => {
    const root = tracing?.activeSpan().root
    root?.setAttribute('http.response.status_code', 404)
    root?.end() // now: what is counted as left out is told as the document goes, which may be before this ends
  }
  const pending = createPending((isPending) => showPending(document, isPending), setTimer)
  const loads = createPageLoads({ loadPayload, loadCode: prefetch, clock: Date.now })
  const navigations = createNavigations({
    loads,
    pending,
    setTimer,
    leaveFor: loadDocument,
    shownKey: () => shown && routeKey(shown.url),
    onUnrouted: markMissing,
    onNavigation({ path, prefetch: found }) {
      // A trace of its own, from the click on: what is fetched for it is part of it.
      const span = tracing?.startNavigation(path, found, true)
      // What it found stands beside the router's own note of where it led.
      telemetry?.addBreadcrumb({ category: 'navigation', data: { to: path, prefetch: found } })
      // A prefetch that it waits for is no part of its trace: nothing else would keep it open.
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
      else awaited.set(rendered, work) // data is made anew for each visit: what was left does not come again
    },
    showAnew,
  })
  return {
    ...navigations,
    loads,
    revalidate,
    submitForm: createFormSubmission({ loads, updates: pageUpdates, pending, navigate }),
    loadDocument,
    markMissing,
    shown: () => shown,
    /** A page stands, with this data; the document's own goes into the cache like any other. */
    show(url: string, data: PageData, isFromDocument: boolean) {
      shown = { url, data }
      if (isFromDocument) loads.keep(url, payloadOf(data))
      awaited.get(data)?.()
    },
    /** The document is back from the bfcache: it may be old, and its visitor may be signed out. */
    async returned() {
      navigations.resume()
      if (shown !== undefined) await revalidate(shown.url, shown.data, payloadOf(shown.data))
    },
  }
}

/** To assign the present address would only scroll. */
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
