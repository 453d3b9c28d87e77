/** One request of a check. */
export interface Hop {
  url: URL
  method: string
  /** Those that somebody wrote; some are secret. */
  headers: Readonly<Record<string, string>>
  body: string | undefined
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]

/**
 * Gives the request that an answer leads to; undefined where it leads nowhere. What somebody wrote for one origin is not sent
 * to another one: https://fetch.spec.whatwg.org/#http-redirect-fetch
 */
export function nextHop(
  { url, method, headers, body }: Hop,
  { status, location }: { status: number; location: string | undefined },
): Hop | { fault: string } | undefined {
  if (!REDIRECTS.includes(status) || location === undefined) return undefined
  const next = URL.parse(location, url)
  if (next?.protocol !== 'https:' && next?.protocol !== 'http:') {
    return { fault: 'It redirects to an address that does not begin with https:// or http://' }
  }
  if (next.username !== '' || next.password !== '')
    return { fault: 'It redirects to an address with a password' }
  const isSame = next.origin === url.origin
  const becomesGet = method === 'POST' && (status === 303 || status === 301 || status === 302)
  if (method === 'POST' && !becomesGet && !isSame) {
    return { fault: 'It redirects to another host, to which no body is sent' }
  }
  return {
    url: next,
    method: becomesGet ? 'GET' : method,
    headers: isSame ? headers : {},
    body: becomesGet ? undefined : body,
  }
}
