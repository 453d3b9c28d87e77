import { saveScrollPosition } from '#renderer/page/vike-internals.ts'
import { installAnnouncer } from './after-render.ts'
import { browserNavigation } from './browser-navigation.ts'
import { limits } from './limits.ts'
import { addressOf, isPlainClick, isRouted, leaveToBrowser } from './links.ts'
import { whenIdle } from './prefetch/when-idle.ts'
import { carryPageOver } from './saved-form-state.ts'

/** Handles events of the document that navigation needs before Vike does. */
export function listenToDocument(window: Window): void {
  const { document, location, history, sessionStorage } = window
  installAnnouncer(document)
  const settle = () => browserNavigation?.address.settle()
  const onClick = (event: MouseEvent): void => {
    settle()
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link === null) return
    if ('tryAgain' in link.dataset) carryPageOver(sessionStorage)
    leaveToBrowser(link)
    if (!isPlainClick(event) || !isRouted(link, location)) return
    // Vike saves the position some time after scrolling, which may be too late by now.
    saveScrollPosition(history, window)
    browserNavigation?.begin(addressOf(link))
    // The router changes to the address as the link has it.
    browserNavigation?.address.expect(link.getAttribute('href') ?? '')
  }
  document.addEventListener('click', onClick, true)
  // A key acts on the page that is seen, and from its heading.
  document.addEventListener('keydown', settle, true)
  window.addEventListener('scrollend', () => {
    settle()
    const { state } = history
    // Changing the history would delay the next key or frame. Another page's position is not this one.
    void whenIdle(limits.idleMs).then(() => {
      if (history.state === state) saveScrollPosition(history, window)
    })
  })
  // The document will be left anyway (for an unknown route or missing code), so nothing has to be pushed.
  window.addEventListener('beforeunload', () => browserNavigation?.stop())
  keepOutOfHistory(window)
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void browserNavigation?.returned()
  })
}

/**
 * Vike saves the scroll position whenever a document is hidden. While a document is being left, Chromium
 * takes that for activity and keeps it out of the bfcache.
 */
function keepOutOfHistory(window: Window): void {
  const { history } = window
  let replaceState: History['replaceState'] | undefined
  window.addEventListener('pagehide', () => {
    replaceState ??= history.replaceState
    history.replaceState = () => undefined
  })
  window.addEventListener('pageshow', () => {
    if (replaceState !== undefined) history.replaceState = replaceState
    replaceState = undefined
  })
}
