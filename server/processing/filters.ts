import type { NormalizedEvent } from './event.ts'
import type { NormalizedSpan } from './span.ts'

/** Why an event is left unreported: it says nothing about the application. */
export type Filter = 'script-error' | 'resize-observer' | 'redirect'

const SCRIPT_ERROR = /^Script error\.?$|^Javascript error: Script error\.? on line 0$/
const RESIZE_OBSERVER =
  /^(?:\w*Error: )?ResizeObserver loop (?:completed with undelivered notifications|limit exceeded)\.?$/

/** What SDKs leave out by themselves, for those that don't. */
export function matchingFilter(event: NormalizedEvent): Filter | undefined {
  const outermost = event.exception.values.at(-1)
  const texts = [event.message, outermost?.value, `${outermost?.type}: ${outermost?.value}`]
  if (texts.some((text) => text !== undefined && SCRIPT_ERROR.test(text))) return 'script-error'
  if (texts.some((text) => text !== undefined && RESIZE_OBSERVER.test(text))) return 'resize-observer'
  // Next.js throws to redirect, and marks it by the digest; the digest is found on causes too.
  if (event.digests.some((digest) => digest.startsWith('NEXT_REDIRECT;'))) return 'redirect'
  return undefined
}

/** Next.js's names of the page that stands for all that are missing. */
const NOT_FOUND_PAGE = /^(?:[A-Z]+ )?\/(?:404|_not-found)(?:\/page)?$/

/** A visit to a page that is not there: robots make thousands, and none says how long anything takes. */
export function isNotFoundVisit({ op, name, status, data }: NormalizedSpan): boolean {
  if (op === 'http.client') return false // somebody else's page
  if (status === 'not_found' || NOT_FOUND_PAGE.test(name)) return true
  return Number(data['http.response.status_code']) === 404
}
