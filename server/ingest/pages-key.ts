import { type CountSharing, type KnownCount, ownCounts } from '#server/ingest/limits/count-sharing.ts'
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

const BYTE_LIMITS = [
  { lengthMs: MINUTE_MS, most: limits.pagesBytesPerMinute, reason: 'pages_minute' },
  { lengthMs: DAY_MS, most: limits.pagesBytesPerDay, reason: 'pages_day' },
] as const

/** Counts what keys for pages bring, in bytes. Gives the limit that is reached, which leaves this body out. */
export function createPagesBytes(sharing: CountSharing = ownCounts) {
  let windows = BYTE_LIMITS.map((limit) => ({ ...limit, count: newCount(limit, 0) }))
  return async (bytes: number, now: number): Promise<RateLimit | undefined> => {
    windows = windows.map((window) => {
      const start = Math.floor(now / window.lengthMs) * window.lengthMs
      return window.count.start === start ? window : { ...window, count: newCount(window, start) }
    })
    await sharing.refresh(windows.map(({ count }) => count))
    const full = windows.find(({ count, most }) => count.stored + count.own + bytes > most)
    if (full) {
      const pauseSeconds = Math.min(Math.ceil((full.count.endsAt - now) / 1000), 600)
      return { pauseSeconds, categories: [], scope: 'key', reason: full.reason }
    }
    for (const { count } of windows) sharing.take(count, bytes)
    return undefined
  }
}

function newCount({ reason, lengthMs }: (typeof BYTE_LIMITS)[number], start: number): KnownCount {
  return { name: `${reason} bytes`, start, endsAt: start + lengthMs, stored: 0, own: 0, lookedAt: NEVER }
}

const NEVER = Number.NEGATIVE_INFINITY
