import type { DataCategory } from './client-report.ts'
import type { Clock } from './clock.ts'
import { limits } from './limits.ts'

/** What a server asked us to hold back, and until when. */
export interface RateLimits {
  /** Learns from an answer: `header` reads one of its headers. */
  update(status: number, header: (name: string) => string | null): void
  isLimited(category: DataCategory): boolean
}

const ALL = ''

/**
 * https://develop.sentry.dev/sdk/expected-features/rate-limiting/: `X-Sentry-Rate-Limits` on any status
 * comes before `Retry-After`, and that before a bare 429. Where pauses overlap the longest counts, so
 * that no order of entries and answers ends one early.
 */
export function createRateLimits(clock: Clock): RateLimits {
  const untilMs = new Map<string, number>()
  const until = (category: string): number => untilMs.get(category) ?? 0
  const pause = (category: string, durationMs: number): void => {
    untilMs.set(category, Math.max(until(category), clock() + durationMs))
  }
  return {
    update(status, header) {
      const entries = header('x-sentry-rate-limits')?.match(/[^,\s][^,]*/g)
      const retryAfter = header('retry-after') ?? ''
      // `60:error;transaction:organization, 2700::key:quota`. No categories: all of them.
      for (const entry of entries ?? []) {
        const [seconds = '', names = ''] = entry.split(':')
        for (const name of names.match(/[^;\s]+/g) ?? [ALL]) pause(name, parseSeconds(seconds))
      }
      // Seconds, or a date: https://www.rfc-editor.org/rfc/rfc9110#name-retry-after. `Date.parse` makes a
      // year of "-5" and "5.x" as well: a date begins with the day's name.
      if (!entries && (retryAfter.trim() || status === 429)) {
        const dateMs = /^\s*[a-z]{3,},? /i.test(retryAfter) && Date.parse(retryAfter)
        pause(ALL, dateMs ? dateMs - clock() : parseSeconds(retryAfter))
      }
    },
    isLimited: (category) => Math.max(until(ALL), until(category)) > clock(),
  }
}

const parseSeconds = (text: string): number =>
  /^\s*\d{1,9}(\.\d+)?\s*$/.test(text) ? Number(text) * 1000 : limits.rateLimitPauseMs
