import { isOwnFrame } from '#server/processing/stack/own-frame.ts'
import { limits } from '#server/protocol/limits.ts'
import type { NormalizedEvent, NormalizedException, NormalizedFrame } from './event.ts'
import { echoTextOf } from './grouping/echo.ts'

/** How an event is called in lists. */
export interface Title {
  type: string
  value: string
  culprit: string
}

export function titleOf(event: NormalizedEvent): Title {
  const outermost = event.exception.values.at(-1)
  const echo = echoTextOf(event.exception)
  if (echo !== undefined) return { ...ECHO, value: `${ECHO.value} (${echo})`, culprit: culpritOf(event) }
  const cocoa = outermost?.type === undefined ? nsErrorOf(outermost) : undefined
  return {
    type: outermost?.type ?? cocoa?.type ?? 'Message',
    value: clipTitle(outermost?.value ?? event.message ?? cocoa?.value ?? ''),
    culprit: culpritOf(event),
  }
}

/** An `NSError` may have no more of a name than its domain and code. */
function nsErrorOf(exception: NormalizedException | undefined): Pick<Title, 'type' | 'value'> | undefined {
  const error = exception?.mechanism?.meta?.ns_error
  if (typeof error !== 'object' || error === null || !('domain' in error)) return undefined
  const code = 'code' in error ? `, code ${String(error.code)}` : ''
  return { type: 'NSError', value: String(error.domain) + code }
}

/** Of an echo whose cause is not known: React's number alone would tell nobody what it is. */
const ECHO = {
  type: 'Echo of a server error',
  value: 'Seen in the browser; its cause has not been reported',
}

/** Of an echo whose cause is known. */
export function echoTitleOf(cause: Pick<Title, 'type' | 'value'>, culprit: string): Title {
  return { type: `Echo of ${cause.type}`, value: clipTitle(cause.value), culprit }
}

function clipTitle(value: string): string {
  return value.length > limits.titleChars ? `${value.slice(0, limits.titleChars - 1)}…` : value
}

/**
 * The innermost frame of the application's own, of the outermost exception that has one, else the transaction: where to
 * look first.
 */
function culpritOf(event: NormalizedEvent): string {
  const stacks = event.exception.values.toReversed().map(({ stacktrace }) => stacktrace?.frames ?? [])
  for (const frames of stacks) {
    const own = frames.findLast(isOwnFrame)
    const place = own && placeOf(own, event.platform)
    if (place) return place
  }
  const innermost = stacks[0]?.at(-1)
  return event.transaction ?? (innermost ? placeOf(innermost, event.platform) : '')
}

/** `cart/total.ts in totalOf`: two parts of the path are enough to recognise a file, and short. */
function placeOf(frame: NormalizedFrame, platform: string): string {
  const isByModule = platform === 'java' || platform === 'csharp'
  const sourced = (isByModule && frame.module) || frame.filename || frame.module
  const path = (sourced || (frame.package ?? '')).replace(/[?#].*/s, '').replace(/^[a-z-]+:\/\/[^/]*\//, '')
  const file = path
    .split(/[\\/]/)
    .filter(Boolean)
    .slice(sourced ? -2 : -1)
    .join('/')
  if (frame.function === undefined || frame.function === '?') return file
  return file === '' ? frame.function : `${file} in ${frame.function}`
}
