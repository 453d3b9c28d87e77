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
  const pause = (category: string, durationMs: number): void => {
    untilMs.set(category, Math.max(untilMs.get(category) ?? 0, clock() + durationMs))
  }
  return {
    update(status, header) {
      const rateLimits = header('x-sentry-rate-limits')?.trim()
      const retryAfter = header('retry-after')?.trim()
      if (rateLimits) {
        for (const entry of parseRateLimits(rateLimits)) {
          for (const category of entry.categories) pause(category, entry.durationMs)
        }
      } else if (retryAfter) {
        pause(ALL, parseRetryAfter(retryAfter, clock()))
      } else if (status === 429) {
        pause(ALL, limits.rateLimitPauseMs)
      }
    },
    isLimited(category) {
      return Math.max(untilMs.get(ALL) ?? 0, untilMs.get(category) ?? 0) > clock()
    },
  }
}

/** `60:error;transaction:organization, 2700::key:quota`. No categories: all of them. */
function parseRateLimits(header: string): { categories: string[]; durationMs: number }[] {
  return header
    .split(',')
    .filter((entry) => entry.trim() !== '')
    .map((entry) => {
      const [seconds = '', categories = ''] = entry.trim().split(':')
      const names = categories.split(';').map((name) => name.trim())
      return {
        categories: names.some((name) => name !== '') ? names.filter((name) => name !== '') : [ALL],
        durationMs: parseSeconds(seconds) ?? limits.rateLimitPauseMs,
      }
    })
}

/** Seconds, or a date: https://www.rfc-editor.org/rfc/rfc9110#name-retry-after */
function parseRetryAfter(header: string, nowMs: number): number {
  const durationMs = parseSeconds(header)
  if (durationMs !== undefined) return durationMs
  // `Date.parse` makes a year of "-5" and "5.x": a date has letters and spaces.
  const dateMs = /^[a-z]{3,}.* /i.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(dateMs) ? limits.rateLimitPauseMs : Math.max(0, dateMs - nowMs)
}

function parseSeconds(text: string): number | undefined {
  return /^\d{1,9}(?:\.\d+)?$/.test(text.trim()) ? Number(text) * 1000 : undefined
}
