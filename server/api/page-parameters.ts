import { parseCursor } from '#server/store/engine/cursor.ts'

export interface PageParameters {
  limit: number
  cursor?: string
}

export const LONGEST_PAGE = 100

/**
 * Reads `limit` and `cursor` of a list. Invalid values are refused, not repaired: a script that pages would start over
 * forever if an unreadable cursor stood for the first page.
 */
export function parsePageParameters(
  query: Record<string, unknown>,
  parse: (cursor: string) => unknown = parseCursor,
): PageParameters | { refusal: string } {
  const { limit = String(LONGEST_PAGE), cursor = '' } = query
  if (
    typeof limit !== 'string' ||
    !/^\d{1,3}$/.test(limit) ||
    Number(limit) < 1 ||
    Number(limit) > LONGEST_PAGE
  ) {
    return { refusal: `limit is ${JSON.stringify(limit)}, which is not a number from 1 to ${LONGEST_PAGE}` }
  }
  if (cursor === '') return { limit: Number(limit) }
  if (typeof cursor !== 'string' || !parse(cursor)) {
    return { refusal: `cursor is ${JSON.stringify(cursor)}, which did not come from an earlier page` }
  }
  return { limit: Number(limit), cursor }
}

/** Lists of Sentry's call the limit `per_page`. */
export function withLimit({ per_page: limit, ...query }: Record<string, unknown>): Record<string, unknown> {
  return limit === undefined ? query : { limit, ...query }
}

/**
 * Paging follows https://docs.sentry.io/api/pagination/. If a list only goes forward, `previous` never has results; it
 * is there because clients look for it.
 */
export function formatLinkHeader(
  listUrl: URL,
  nextCursor: string | null,
  previousCursor: string | null = null,
): string {
  return [link(listUrl, 'previous', previousCursor), link(listUrl, 'next', nextCursor)].join(', ')
}

function link(listUrl: URL, rel: string, cursor: string | null): string {
  const url = new URL(listUrl)
  url.searchParams.set('cursor', cursor ?? '')
  return `<${url.href}>; rel="${rel}"; results="${cursor !== null}"; cursor="${cursor ?? ''}"`
}
