import type { NormalizedEvent } from '#server/processing/event.ts'

/** What SDKs leave out by themselves, for those that don't: it says nothing about the application. */
export type SdkFilter = 'script-error' | 'resize-observer' | 'redirect'

const SCRIPT_ERROR = /^Script error\.?$|^Javascript error: Script error\.? on line 0$/
const RESIZE_OBSERVER =
  /^(?:\w{0,100}Error: )?ResizeObserver loop (?:completed with undelivered notifications|limit exceeded)\.?$/

export function sdkFilterOf(event: NormalizedEvent): SdkFilter | undefined {
  const outermost = event.exception.values.at(-1)
  const texts = [event.message, outermost?.value, `${outermost?.type}: ${outermost?.value}`]
  if (texts.some((text) => text !== undefined && SCRIPT_ERROR.test(text))) return 'script-error'
  if (texts.some((text) => text !== undefined && RESIZE_OBSERVER.test(text))) return 'resize-observer'
  // Next.js throws to redirect, and marks it by the digest; the digest is found on causes too.
  if (event.digests.some((digest) => digest.startsWith('NEXT_REDIRECT;'))) return 'redirect'
  return undefined
}
