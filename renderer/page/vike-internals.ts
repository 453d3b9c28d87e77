import { redirect } from 'vike/abort'
import type { Path } from '#renderer/paths.ts'

// Names inside Vike that its documentation does not promise, kept in one place: check them on upgrade.

/** Where Vike's own `redirect()` or `render()` leads: an intention, not a failure. */
export interface Abort {
  redirectTo?: string
  /** Undefined for `render('/another')`. */
  statusCode: number | undefined
}

export function isAbort(thrown: unknown): boolean {
  return typeof thrown === 'object' && thrown !== null && '_isAbortError' in thrown
}

export function abortOf(thrown: unknown): Abort | undefined {
  if (!isAbort(thrown)) return undefined
  const { _pageContextAbort: abort } = thrown as AbortError // what `isAbort` recognizes
  const { _urlRedirect: target } = abort
  return target === undefined
    ? { statusCode: abort.abortStatusCode }
    : { redirectTo: target.url, statusCode: target.statusCode }
}

interface AbortError {
  _pageContextAbort: { abortStatusCode?: number; _urlRedirect?: { url: string; statusCode: number } }
}

/**
 * Writes down where a page is scrolled to, in the form in which Vike reads it on the way back. Nothing where that
 * is written already, or is the top, where Vike goes without a word: browsers take milliseconds to write.
 */
export function saveScrollPosition(
  history: Pick<History, 'state' | 'replaceState'>,
  { scrollX, scrollY, location }: Pick<Window, 'scrollX' | 'scrollY' | 'location'>,
): void {
  const { state } = history
  if (state?.vike === undefined) return
  const before = state.vike.scrollPosition ?? (location.hash === '' ? { x: 0, y: 0 } : undefined)
  if (before?.x === scrollX && before.y === scrollY) return
  const scrollPosition = { x: scrollX, y: scrollY }
  history.replaceState({ ...state, vike: { ...state.vike, scrollPosition } }, '')
}

/** Vike's `redirect()` to an address that was not built here: as a page wrote it, or as the server answered. */
export function redirectTo(address: string): Error {
  return redirect(address as Path) // it takes whole addresses as well
}

/** Whether the first page's code did not come: Vike tells nobody else, and later ones it loads as documents. */
export function isMissingCode(rejected: unknown): boolean {
  return typeof rejected === 'object' && rejected !== null && '_isAssetsError' in rejected
}

/** Whether a component has changed the document's head while it was rendered, by vike-react's `useConfig()`. */
export function hasOwnHead(pageContext: object): boolean {
  return Object.hasOwn(pageContext, '_configViaHook')
}
