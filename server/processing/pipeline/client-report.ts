import { isObject, type JsonObject } from '#server/processing/normalize/untrusted.ts'
import { type CountedOutcome, parseCategory } from '#server/protocol/outcome.ts'

/**
 * https://develop.sentry.dev/sdk/telemetry/client-reports/#discard-reasons. Others count as `other`: each reason is
 * a row an hour, and anyone who knows a DSN may send any text.
 */
const REASONS: ReadonlySet<unknown> = new Set([
  'queue_overflow',
  'cache_overflow',
  'buffer_overflow',
  'ratelimit_backoff',
  'network_error',
  'sample_rate',
  'before_send',
  'event_processor',
  'send_error',
  'internal_sdk_error',
  'insufficient_data',
  'backpressure',
  'no_parent_span',
  'ignored',
  'invalid',
])
const MOST = 100_000

/** What an SDK left out, by reason and category. Never throws. */
export function parseClientReport({ discarded_events: discarded }: JsonObject): CountedOutcome[] {
  if (!Array.isArray(discarded)) return []
  return discarded.filter(isObject).flatMap(({ reason, category, quantity }): CountedOutcome[] => {
    const isCount = typeof quantity === 'number' && Number.isSafeInteger(quantity) && quantity > 0
    // Sizes of what is counted by number beside them.
    const isSize = typeof category === 'string' && /_bytes?$/.test(category)
    if (!isCount || isSize) return []
    return [
      {
        category: parseCategory(category),
        outcome: 'client_discard',
        reason: REASONS.has(reason) ? String(reason) : 'other',
        quantity: Math.min(quantity, MOST),
      },
    ]
  })
}
