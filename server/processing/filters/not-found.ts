import type { NormalizedSpan } from '#server/processing/span.ts'

/** Next.js's names of the page that stands for all that are missing. */
const NOT_FOUND_PAGE = /^(?:[A-Z]+ )?\/(?:404|_not-found)(?:\/page)?$/

/** A visit to a page that is not there: robots make thousands, and none says how long anything takes. */
export function isNotFoundVisit({ op, name, status, data }: NormalizedSpan): boolean {
  if (op === 'http.client') return false // somebody else's page
  if (status === 'not_found' || NOT_FOUND_PAGE.test(name)) return true
  return Number(data['http.response.status_code']) === 404
}
