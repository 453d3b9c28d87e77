let announcer: HTMLElement | undefined

/**
 * Installs the live region that announces each new page. Screen readers only notice a region that exists
 * before it changes.
 */
export function installAnnouncer(document: Document): void {
  announcer = document.createElement('p')
  announcer.className = 'visually-hidden'
  announcer.setAttribute('aria-live', 'polite')
  document.body.append(announcer)
}

/**
 * Does what a full page load does by itself: announces the new page and moves the focus to its beginning.
 * If the focus is no longer on `focusedBefore`, the page has moved it and it stays there.
 */
export function settlePage(document: Document, focusedBefore: Element | null, title: string): void {
  if (announcer) announcer.textContent = title
  const { activeElement, body, location } = document
  const hasMovedFocus = activeElement !== focusedBefore && activeElement !== body
  // The router scrolls to the target of a hash and focuses it.
  if (hasMovedFocus || document.getElementById(location.hash.slice(1)) !== null) return
  focusHeading(document)
}

export function focusHeading(document: Document): void {
  const heading = document.querySelector('h1')
  if (heading === null) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
