/**
 * Returns a request's target as a path with its query. Servers accept whole addresses too, as proxies write them
 * (https://www.rfc-editor.org/rfc/rfc9112#name-absolute-form): their host is not used here. A target without a path,
 * such as `*`, is not the address of any page.
 */
export function pathOfTarget(target: string): string {
  if (target.startsWith('/')) return target
  const afterHost = /^https?:\/\/[^/?#]*/i.exec(target)?.[0].length
  if (afterHost === undefined) return `/${encodeURIComponent(target)}`
  const path = target.slice(afterHost)
  return path.startsWith('/') ? path : `/${path}`
}

/**
 * Says whether it is an address of Vite's development server: asked for one, Vike wrongly concludes that its host is
 * misconfigured.
 */
export function isOfVite(path: string): boolean {
  return /^\/+(?:@vite\/client|@fs\/|__vite_ping)/.test(decoded(path))
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path // The percent sign encodes nothing.
  }
}
