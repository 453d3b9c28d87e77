export interface RequestOrigin {
  method: string
  /** The `Origin` header. */
  origin: string | undefined
  /** The `Sec-Fetch-Site` header. */
  secFetchSite: string | undefined
  /** Our origins, as browsers write them: the public one, and the one that was asked. */
  allowedOrigins: readonly string[]
}

const READING_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Says whether a request that changes something comes from a page of ours. Browsers name the source of a request in
 * `Sec-Fetch-Site` or, over plain http away from localhost, in `Origin`; pages can set neither, so forms need no token.
 * A request with neither is refused: https://words.filippo.io/csrf/ would let it pass as not a browser's, but scripts
 * have the API and its bearer tokens. `none`, which means a typed address, is never a POST.
 */
export function isSameOrigin(request: RequestOrigin): boolean {
  if (READING_METHODS.has(request.method)) return true
  if (request.secFetchSite !== undefined) return request.secFetchSite === 'same-origin'
  return request.origin !== undefined && request.allowedOrigins.includes(request.origin)
}
