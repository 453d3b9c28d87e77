import { routeKey } from './route-cache.ts'

/**
 * Finds the clicked link if the client router follows it. It does not follow modified clicks, other
 * targets, downloads, other origins, `rel="external"` and places within the same page.
 */
export function routedLinkAt(target: EventTarget | null, location: Location): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest('a') : null
  return link !== null && isRouted(link, location) ? link : undefined
}

export function isRouted(link: HTMLAnchorElement, location: Location): boolean {
  return (
    Boolean(link.getAttribute('href')) &&
    link.origin === location.origin &&
    isOwnTarget(link) &&
    !link.hasAttribute('download') &&
    !link.relList.contains('external') &&
    link.dataset.vike !== 'false' &&
    !isPlaceInPage(link, location)
  )
}

/** A click without a modifier, which asks for no new tab, window or download. */
export function isPlainClick({ button, ctrlKey, shiftKey, altKey, metaKey }: MouseEvent): boolean {
  return button === 0 && !ctrlKey && !shiftKey && !altKey && !metaKey
}

/** Vike follows every target but `_blank` by itself, and reads only `rel` that is exactly "external". */
export function leaveToBrowser(link: HTMLAnchorElement): void {
  if (!isOwnTarget(link) || link.relList.contains('external')) link.dataset.vike = 'false'
}

/** The path and query, which is what the server is asked for. */
export function addressOf({ pathname, search }: HTMLAnchorElement | Location): string {
  return pathname + search
}

function isOwnTarget({ target }: HTMLAnchorElement): boolean {
  return target === '' || target === '_self'
}

function isPlaceInPage(link: HTMLAnchorElement, location: Location): boolean {
  return link.hash !== '' && routeKey(addressOf(link)) === routeKey(addressOf(location))
}
