import { attempt } from '../transport/attempt.ts'
import type { TelemetryEvent } from './event.ts'
import { kindOf, listThrown } from './thrown/thrown.ts'

export interface FilterOptions {
  /** Texts and patterns are compared with `value` and with `Type: value`. */
  ignoreErrors?: (string | RegExp)[]
  /** The same for the address of the script that failed. */
  denyUrls?: (string | RegExp)[]
  /** Whether something thrown is the host framework's own redirect. */
  isRedirect?: (thrown: unknown) => boolean
}

/**
 * Redirects are thrown to control the framework, so they are not reported. Causes also count, because a
 * renderer may have wrapped one.
 */
export const isRedirect = (thrown: unknown, options: FilterOptions): boolean =>
  listThrown(thrown).some(({ thrown }) =>
    // A value that cannot be read is not recognized.
    attempt(() => {
      const { digest, status, isRedirect } = thrown as { digest: string; status: string; isRedirect: unknown }
      return (
        options.isRedirect?.(thrown) ||
        // Next.js: https://github.com/vercel/next.js, packages/next/src/client/components/redirect-error.ts
        /^NEXT_REDIRECT;/.test(digest) ||
        // TanStack Router: https://github.com/TanStack/router, packages/router-core/src/redirect.ts, up to 1.120
        isRedirect ||
        // React Router, and TanStack Router since: https://reactrouter.com/api/utils/redirect
        (kindOf(thrown) === 'Response' && /^3/.test(status))
      )
    }),
  )

/** Whether the event has no content, or matches a filter. */
export function isIgnored(
  { message, exception }: TelemetryEvent,
  { ignoreErrors = [], denyUrls = [] }: FilterOptions,
): boolean {
  // Like Sentry's SDKs, this ignores a message without any content, since nobody can act on it.
  const notice =
    /^(Script error\.?|Javascript error: Script error\.? on line 0|ResizeObserver loop (completed with undelivered notifications|limit exceeded)\.?)$/
  const { type, value, stacktrace } = exception?.values.at(-1) ?? {}
  return (
    matches([notice, ...ignoreErrors], message, value, type && `${type}: ${value}`) ||
    matches(denyUrls, stacktrace?.frames.findLast((frame) => frame.lineno)?.abs_path)
  )
}

const matches = (patterns: (string | RegExp)[], ...texts: (string | undefined)[]): boolean =>
  texts.some(
    (text) =>
      text &&
      patterns.some((pattern) =>
        // `search` ignores `lastIndex`, which a pattern with the flag `g` would keep from event to event.
        typeof pattern === 'string' ? pattern && text.includes(pattern) : text.search(pattern) >= 0,
      ),
  )
