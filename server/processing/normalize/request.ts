import type { NormalizedRequest } from '#server/processing/event.ts'
import { limits } from '#server/protocol/limits.ts'
import { type PairBounds, parsePairs } from './pairs.ts'
import { isObject, parseText, parseTree, parseTreeObject, type Warnings } from './untrusted.ts'

export function parseRequest(value: unknown, warnings: Warnings): NormalizedRequest | undefined {
  if (!isObject(value)) return undefined
  const { nameChars, urlChars, treeMembers, treeStringChars } = limits
  const method = parseText(value.method, 32, 'request method', warnings)?.toUpperCase()
  const url = parseText(value.url, urlChars, 'request url', warnings)
  const query_string = parseQuery(value.query_string, warnings)
  const bounds = { most: treeMembers, keyChars: nameChars, valueChars: treeStringChars }
  return {
    ...(method === undefined ? {} : { method }),
    ...(url === undefined ? {} : { url }),
    ...(query_string === undefined ? {} : { query_string }),
    headers: parsePairs(value.headers, 'request headers', bounds, warnings),
    ...parseCookies(value.cookies, bounds, warnings),
    ...(value.data === undefined || value.data === null
      ? {}
      : { data: parseTree(value.data, 'request data', warnings) }),
    ...(isObject(value.env) ? { env: parseTreeObject(value.env, 'request env', warnings) } : {}),
  }
}

/** As a header, an object or pairs. Their values are scrubbed with the rest of the event. */
function parseCookies(
  value: unknown,
  bounds: PairBounds,
  warnings: Warnings,
): Pick<NormalizedRequest, 'cookies'> {
  const given = typeof value === 'string' ? value.split(';').map(splitCookie) : value
  const cookies = parsePairs(given, 'request cookies', bounds, warnings)
  return cookies.length === 0 ? {} : { cookies }
}

function splitCookie(cookie: string): [string, string] {
  const end = cookie.indexOf('=')
  return end === -1 ? [cookie.trim(), ''] : [cookie.slice(0, end).trim(), cookie.slice(end + 1).trim()]
}

/** A text, an object or pairs, as SDKs like. */
function parseQuery(value: unknown, warnings: Warnings): string | undefined {
  const bounds = { most: limits.treeMembers, keyChars: limits.urlChars, valueChars: limits.urlChars }
  const text =
    typeof value === 'object' ? joinQuery(parsePairs(value, 'request query', bounds, warnings)) : value
  return parseText(text, limits.urlChars, 'request query', warnings)
}

function joinQuery(pairs: [string, string][]): string {
  return new URLSearchParams(pairs).toString()
}
