import { limits } from '#renderer/navigation/limits.ts'
import { addressOf, isRouted, routedLinkAt } from '#renderer/navigation/links.ts'
import type { PageLoads } from '#renderer/navigation/page-loads.ts'
import { routeKey } from '#renderer/navigation/route-cache.ts'

/** https://wicg.github.io/netinfo/: Chromium has it. */
interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/**
 * Prefetches the targets of links: visible ones at the lowest priority, and links under the pointer or
 * focus at a higher one.
 */
export function prefetchLinks(window: Window & typeof globalThis, loads: PageLoads): void {
  const { document, location, navigator } = window
  const isShown = (link: HTMLAnchorElement): boolean =>
    routeKey(addressOf(link)) === routeKey(addressOf(location))
  const reach = ({ target }: Event): void => {
    const link = routedLinkAt(target, location)
    if (link !== undefined && !isShown(link)) loads.prefetch(addressOf(link), 'intent')
  }
  // Browsers take a document's listener to `touchstart` as passive by themselves.
  for (const name of ['pointerover', 'focusin', 'touchstart']) document.addEventListener(name, reach)
  const inView = new window.IntersectionObserver((entries) => {
    // TypeScript's DOM types lack it.
    if (isConnectionSparing((navigator as { connection?: Connection }).connection)) return
    // Chromium reports them in no fixed order. The uppermost links are prefetched first, in reading order.
    entries.sort((a, b) => a.boundingClientRect.top - b.boundingClientRect.top)
    for (const { target, isIntersecting } of entries) {
      const link = target as HTMLAnchorElement // Nothing else is observed.
      if (!isIntersecting) loads.withdraw(addressOf(link))
      else if (isRouted(link, location) && !isShown(link)) loads.prefetch(addressOf(link), 'viewport')
    }
  })
  // Observing an element again has no effect. Links that a page's own script follows are left out, because
  // each observed link costs time in every frame, and a waterfall has hundreds.
  const observe = (): void => {
    isAboutTo = false
    // Links of the frame stay from page to page, and are looked at again on each.
    if (address !== addressOf(location)) inView.disconnect()
    address = addressOf(location)
    for (const link of document.querySelectorAll('a[href]:not([data-vike])')) inView.observe(link)
  }
  let isAboutTo = false
  let address = ''
  observe()
  new window.MutationObserver(() => {
    if (isAboutTo) return
    isAboutTo = true
    window.setTimeout(observe, limits.observeDelayMs)
  }).observe(document.body, { childList: true, subtree: true })
}

/**
 * Whether the visitor pays for each byte or waits long for it. Then only what they ask for is loaded.
 * @internal
 */
export function isConnectionSparing(connection: Connection | undefined): boolean {
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '')
}
