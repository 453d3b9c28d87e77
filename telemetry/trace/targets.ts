/** Whether a request to this address may carry the trace. It may throw if it is no address. */
export type IsTarget = (url: string) => boolean

/**
 * Only the host's own origin. The ids mean nothing to strangers, but release and environment are sent
 * along, and other hosts may refuse unknown headers.
 */
export const sameOrigin =
  (origin: string): IsTarget =>
  (url) =>
    new URL(url, origin).href.startsWith(`${origin}/`)

/**
 * A text is an origin, or an address or path (of this origin) with everything below it. Patterns match
 * addresses.
 */
export const allowTargets =
  (origin: string, targets: (string | RegExp)[]): IsTarget =>
  (url) => {
    const { href, origin: target, pathname } = new URL(url, origin)
    return targets.some((allowed) =>
      typeof allowed === 'string'
        ? `${target}${pathname}/`.startsWith(new URL(allowed, origin).href.replace(/\/?$/, '/'))
        : href.search(allowed) >= 0,
    )
  }
