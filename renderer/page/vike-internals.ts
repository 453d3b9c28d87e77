import { redirect } from 'vike/abort'
import type { Path } from '#renderer/paths.ts'

// Internals of Vike that its documentation does not promise. They are all in this file, to be checked on
// every upgrade.

/** The target of Vike's own `redirect()` or `render()`, which are no failures. */
export interface Abort {
  redirectTo?: string
  /** Undefined for `render('/another')`. */
  statusCode: number | undefined
}

export function isAbort(thrown: unknown): thrown is object {
  return typeof thrown === 'object' && thrown !== null && '_isAbortError' in thrown
}

export function abortOf(thrown: unknown): Abort | undefined {
  if (!isAbort(thrown)) return undefined
  const { _pageContextAbort: abort } = thrown as AbortError // `isAbort` has checked the shape.
  const { _urlRedirect: target } = abort
  return target === undefined
    ? { statusCode: abort.abortStatusCode }
    : { redirectTo: target.url, statusCode: target.statusCode }
}

/** An abort as plain data, which may be stored. */
export type StoredAbort = Record<string, unknown>

export function storeAbort(thrown: object): StoredAbort {
  return { ...thrown } // all that Vike looks at: https://github.com/vikejs/vike/blob/main/packages/vike/src/shared-server-client/route/abort.ts
}

/** Returns an abort that Vike takes for the one that was stored. */
export function abortAgain(stored: StoredAbort): Error {
  return Object.assign(new Error('AbortRender'), stored)
}

interface AbortError {
  _pageContextAbort: { abortStatusCode?: number; _urlRedirect?: { url: string; statusCode: number } }
}

/**
 * Saves the scroll position of a page in the form in which Vike reads it on the way back. It writes
 * nothing if the position is already saved or is the top, which is Vike's default, because writing takes a
 * browser milliseconds.
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

/** Vike's `redirect()` to an address that was not built here but comes from a page or from the server. */
export function redirectTo(address: string): Error {
  return redirect(address as Path) // Vike also accepts whole addresses.
}

/**
 * Whether the first page's code could not be loaded. Vike reports this nowhere, and loads later pages as
 * documents.
 */
export function isMissingCode(rejected: unknown): boolean {
  return typeof rejected === 'object' && rejected !== null && '_isAssetsError' in rejected
}

/** Whether a component changed the document's head with vike-react's `useConfig()` while it rendered. */
export function hasOwnHead(pageContext: object): boolean {
  return Object.hasOwn(pageContext, '_configViaHook')
}
