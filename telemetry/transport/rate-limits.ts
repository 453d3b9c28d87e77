import type { Clock } from '../clock.ts'
import { limits } from '../limits.ts'
import type { DataCategory } from './client-report.ts'

/** The categories that a server asked us to pause, and until when. */
export interface RateLimits {
  /** Updates the limits from an answer. */
  update(response: { status: number; headers: Pick<Headers, 'get'> }): void
  isLimited(category: DataCategory): boolean
}

/**
 * Follows https://develop.sentry.dev/sdk/expected-features/rate-limiting/: `X-Sentry-Rate-Limits` on any
 * status has precedence over `Retry-After`, which has precedence over a 429 alone. The longest of
 * overlapping pauses counts, so that no order of entries and answers ends one early. The empty category
 * means all categories.
 */
export function createRateLimits(clock: Clock): RateLimits {
  const untilMs: Record<string, number> = {}
  const until = (category: string): number => untilMs[category] ?? 0
  /** Seconds or a date: https://www.rfc-editor.org/rfc/rfc9110#name-retry-after */
  const pause = (category: string, delay = ''): void => {
    const seconds = Number(delay || Number.NaN)
    const delayMs =
      seconds >= 0
        ? seconds * 1000
        : // `Date.parse` accepts "-5" as a year, but a real date contains names.
          (/[a-z] /.test(delay) && Date.parse(delay) - clock()) || limits.rateLimitPauseMs
    untilMs[category] = Math.max(until(category), clock() + delayMs)
  }
  return {
    update({ status, headers }) {
      const entries = headers.get('x-sentry-rate-limits')?.match(/[^,\s][^,]*/g)
      const retryAfter = headers.get('retry-after') ?? ''
      // An example: `60:error;transaction:organization, 2700::key:quota`
      for (const entry of entries ?? []) {
        const [delay, names] = entry.split(':')
        for (const name of names?.match(/[^;\s]+/g) ?? ['']) pause(name, delay)
      }
      if (!entries && (retryAfter || status === 429)) pause('', retryAfter)
    },
    isLimited: (category) => Math.max(until(''), until(category)) > clock(),
  }
}
