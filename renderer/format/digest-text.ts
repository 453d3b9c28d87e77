/**
 * The text that people paste along with a digest: the error screen's sentence, quotes, spaces or a longer
 * dash.
 */
const LABEL = /\bdigest\b\s*:?\s*/i
const QUOTES = /^["'“”‘’«»`]+|(?<!["'“”‘’«»`.,])["'“”‘’«»`.,]+$/g
const DASHES = / ?[‐‑‒–—−] ?| - ?|- /g
const MAX_CHARACTERS = 200

/** Finds the digest or event id in pasted text. Undefined if the text cannot contain one. */
export function parseDigest(text: string): string | undefined {
  const afterLabel = text.slice(0, 1000).split(LABEL).at(-1) ?? ''
  const digest = afterLabel.replace(/\s+/g, ' ').trim().replace(QUOTES, '').replace(DASHES, '-').trim()
  return /[\p{L}\p{N}]/u.test(digest) && digest.length <= MAX_CHARACTERS ? digest : undefined
}

/** Event ids are UUIDs, written with hyphens or without. */
export function parseEventId(text: string): string | undefined {
  const hex = text.replaceAll('-', '').toLowerCase()
  return /^[0-9a-f]{32}$/.test(hex) ? hex : undefined
}

/** Reads the digest from a `/digests/…` address. */
export function digestOfPath(path: string): string | undefined {
  const segment = /^\/digests\/([^/]+)\/?$/.exec(path)?.[1]
  if (segment === undefined) return undefined
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment // The address has a percent sign that encodes nothing.
  }
}
