/**
 * A request's target as a path with its query. Servers take whole addresses too, as proxies write them
 * (https://www.rfc-editor.org/rfc/rfc9112#name-absolute-form): what they say of the host nothing here is made of.
 * Whatever else has no path, such as `*`, is the address of no page.
 */
export function pathOfTarget(target: string): string {
  if (target.startsWith('/')) return target
  const afterHost = /^https?:\/\/[^/?#]*/i.exec(target)?.[0].length
  if (afterHost === undefined) return `/${encodeURIComponent(target)}`
  const path = target.slice(afterHost)
  return path.startsWith('/') ? path : `/${path}`
}

/** Whether it is an address of Vite's development server: Vike, asked for one, takes its host for set up wrongly. */
export function isOfVite(path: string): boolean {
  return /^\/+(?:@vite\/client|@fs\/|__vite_ping)/.test(decoded(path))
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path // a percent sign that encodes nothing
  }
}
