import type { ItemCount } from '#server/protocol/item-counts.ts'
import { limits } from '#server/protocol/limits.ts'
import type { RateLimitRule } from '#server/protocol/project-settings.ts'
import type { RateLimit } from '#server/protocol/rate-limit.ts'
import { DAY_MS, MINUTE_MS } from '#server/protocol/time.ts'
import type { ProjectKey } from '#server/store/projects/project-keys.ts'

/** The item types that the desk's own pages send; a public key accepts no others. */
const ITEM_TYPES: ReadonlySet<string> = new Set([
  'event',
  'transaction',
  'span',
  'session',
  'sessions',
  'client_report',
])

/** These limits are far above what the pages of a busy team send, and far below what would do harm. */
export const pagesRules: readonly RateLimitRule[] = [
  { per: 'minute', quantity: 100, category: 'error', scope: 'key' },
  { per: 'hour', quantity: 1_000, category: 'error', scope: 'key' },
  { per: 'minute', quantity: 600, category: 'transaction', scope: 'key' },
  { per: 'hour', quantity: 10_000, category: 'transaction', scope: 'key' },
  { per: 'minute', quantity: 600, category: 'session', scope: 'key' },
]

export function isFromPages({ type }: ItemCount): boolean {
  return ITEM_TYPES.has(type)
}

/**
 * Returns why a request with a key for pages is refused; undefined for every other key, and for pages of this desk, by
 * its public address or the one that was asked. Browsers put `Origin` on each POST, so a request without it is not from
 * a page.
 */
export function pagesRefusal(
  { isForPages }: Pick<ProjectKey, 'isForPages'>,
  { origin, host }: Record<string, unknown>,
  publicUrl: string,
): string | undefined {
  if (!isForPages) return undefined
  const from = typeof origin === 'string' ? URL.parse(origin) : undefined
  const isOurs = from && (from.origin === new URL(publicUrl).origin || from.host === host)
  return isOurs ? undefined : 'its key is only for pages of this desk; "project key add" creates another'
}

/** Counts what keys for pages bring, in bytes. Gives the limit that is reached, which leaves this body out. */
export function createPagesBytes() {
  const windows = [
    { lengthMs: MINUTE_MS, most: limits.pagesBytesPerMinute, reason: 'pages_minute', start: 0, bytes: 0 },
    { lengthMs: DAY_MS, most: limits.pagesBytesPerDay, reason: 'pages_day', start: 0, bytes: 0 },
  ]
  return (bytes: number, now: number): RateLimit | undefined => {
    for (const window of windows) {
      const start = Math.floor(now / window.lengthMs) * window.lengthMs
      if (window.start !== start) Object.assign(window, { start, bytes: 0 })
    }
    const full = windows.find((window) => window.bytes + bytes > window.most)
    if (full) {
      const pauseSeconds = Math.min(Math.ceil((full.start + full.lengthMs - now) / 1000), 600)
      return { pauseSeconds, categories: [], scope: 'key', reason: full.reason }
    }
    for (const window of windows) window.bytes += bytes
    return undefined
  }
}
