export interface RequestOrigin {
  method: string
  /** The `Origin` header. */
  origin: string | undefined
  /** The `Sec-Fetch-Site` header. */
  secFetchSite: string | undefined
  /** The origins that are ours, as browsers write them: the public one, and the one that was asked. */
  allowedOrigins: readonly string[]
}

const READING_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a request that changes something comes from a page of ours. Browsers say where a request comes from in
 * `Sec-Fetch-Site`, and where they don't (plain http away from localhost), in `Origin`; both are out of a page's
 * reach, so no token is needed in forms. What has neither is refused: https://words.filippo.io/csrf/ would let it
 * pass as no browser's, but scripts have the API and its bearer tokens. `none`, typed by the visitor, is never a POST.
 */
export function isSameOrigin(request: RequestOrigin): boolean {
  if (READING_METHODS.has(request.method)) return true
  if (request.secFetchSite !== undefined) return request.secFetchSite === 'same-origin'
  return request.origin !== undefined && request.allowedOrigins.includes(request.origin)
}
