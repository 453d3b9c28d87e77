import type { TelemetryEvent } from './event.ts'
import { listThrown, readProperty } from './thrown.ts'

export interface FilterOptions {
  /** Texts are looked for, patterns tried, in `value` and in `Type: value`. */
  ignoreErrors?: (string | RegExp)[]
  /** The same in the address of the script that failed. */
  denyUrls?: (string | RegExp)[]
  /** Whether something thrown is the host framework's own redirect. */
  isRedirect?: (thrown: unknown) => boolean
}

// As Sentry's SDKs: nobody can act on a notice without any content.
const notices = [
  /^Script error\.?$/,
  /^Javascript error: Script error\.? on line 0$/,
  /^ResizeObserver loop (completed with undelivered notifications|limit exceeded)\.?$/,
]

/** Redirects are thrown to steer, not to report. Causes count: a renderer may have wrapped one. */
export function isRedirect(thrown: unknown, options: FilterOptions = {}): boolean {
  return listThrown(thrown).some((link) => {
    // Next.js: https://github.com/vercel/next.js, packages/next/src/client/components/redirect-error.ts
    const digest = readProperty(link.thrown, 'digest')
    if (typeof digest === 'string' && digest.startsWith('NEXT_REDIRECT;')) return true
    try {
      return options.isRedirect?.(link.thrown) === true
    } catch {
      return false // a predicate that cannot read it has not recognised it
    }
  })
}

/** Whether the event says nothing worth keeping, or was told to be left out. */
export function isIgnored(event: TelemetryEvent, options: FilterOptions = {}): boolean {
  const outermost = event.exception?.values.at(-1)
  const texts = [event.message, outermost?.value, outermost && `${outermost.type}: ${outermost.value}`]
  const url = outermost?.stacktrace?.frames.findLast((frame) => frame.abs_path !== '<anonymous>')?.abs_path
  return (
    texts.some((text) => text && matches(text, [...notices, ...(options.ignoreErrors ?? [])])) ||
    (url !== undefined && matches(url, options.denyUrls ?? []))
  )
}

/** `search` ignores `lastIndex`, which a pattern with the flag `g` would carry from event to event. */
function matches(text: string, patterns: (string | RegExp)[]): boolean {
  return patterns.some((pattern) =>
    typeof pattern === 'string' ? pattern !== '' && text.includes(pattern) : text.search(pattern) !== -1,
  )
}
