const announcerId = 'announcer'

/** Where screen readers listen for the name of the page that has come: it must be there before it speaks. */
export function installAnnouncer(document: Document): void {
  const announcer = document.createElement('p')
  announcer.id = announcerId
  announcer.className = 'visually-hidden'
  announcer.setAttribute('aria-live', 'polite')
  document.body.append(announcer)
}

/**
 * What a full page load does by itself: the new page is announced, and the keyboard goes on from its beginning.
 * `focusedBefore` had the focus before the page was rendered: a page that has moved it knows better where.
 */
export function settlePage(document: Document, focusedBefore: Element | null): void {
  const announcer = document.getElementById(announcerId)
  if (announcer !== null) announcer.textContent = document.title
  const { activeElement, body, location } = document
  const hasMovedFocus = activeElement !== focusedBefore && activeElement !== body
  // The place that a hash names is scrolled to and focused by the router.
  if (hasMovedFocus || document.getElementById(location.hash.slice(1)) !== null) return
  focusHeading(document)
}

export function focusHeading(document: Document): void {
  const heading = document.querySelector('h1')
  if (heading === null) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
