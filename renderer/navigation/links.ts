import { routeKey } from './route-cache.ts'

/**
 * The link that an event happened on, when the client router follows it: modified clicks aside, everything but
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

/** A click that asks for nothing special: no new tab, no window, no download. */
export function isPlainClick({ button, ctrlKey, shiftKey, altKey, metaKey }: MouseEvent): boolean {
  return button === 0 && !ctrlKey && !shiftKey && !altKey && !metaKey
}

/** Vike follows every target but `_blank` by itself, and reads only `rel` that is exactly "external". */
export function leaveToBrowser(link: HTMLAnchorElement): void {
  if (!isOwnTarget(link) || link.relList.contains('external')) link.dataset.vike = 'false'
}

/** Path and query: what is asked of the server. */
export function addressOf({ pathname, search }: HTMLAnchorElement | Location): string {
  return pathname + search
}

function isOwnTarget({ target }: HTMLAnchorElement): boolean {
  return target === '' || target === '_self'
}

function isPlaceInPage(link: HTMLAnchorElement, location: Location): boolean {
  return link.hash !== '' && routeKey(addressOf(link)) === routeKey(addressOf(location))
}
