/** Whether a request to this address may carry the trace. May throw where it is none. */
export type IsTarget = (url: string) => boolean

/**
 * The host's own origin. Ids tell strangers nothing, but release and environment travel with them, and
 * foreign hosts may refuse headers that they do not know.
 */
export const sameOrigin =
  (origin: string): IsTarget =>
  (url) =>
    new URL(url, origin).href.startsWith(`${origin}/`)

/** A text stands for an origin, or an address or path (of this origin) and all below it; patterns for addresses. */
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
