import { hash } from 'node:crypto'

/** A strong entity tag of exactly these characters. */
export function etagOf(body: string): string {
  return `"${hash('sha256', body, 'base64url')}"`
}

/**
 * Says whether `If-None-Match` names this tag, by weak comparison:
 * https://www.rfc-editor.org/rfc/rfc9110#name-if-none-match.
 */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  // Our tags contain no comma.
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
