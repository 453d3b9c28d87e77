import type { OutcomeCount } from '../store/batch-statements.ts'
import { countTaken } from '../store/outcomes.ts'
import { getProjectSettings } from '../store/project-settings.ts'
import type { Store } from '../store/store.ts'
import type { SubmitResult, SubmittedEnvelope, Writer } from '../store/writer.ts'
import { readItemCounts, withoutItems } from './item-counts.ts'
import { limits } from './limits.ts'
import { type Admission, createRateLimiter, type LimitedItem, type RateLimit } from './rate-limit.ts'
import { createRecentCache } from './recent-cache.ts'

const HOUR_MS = 3_600_000

/**
 * Takes what the project's and the key's limits let in to the writer, and counts the rest. Items are limited one by
 * one: the others of their envelope are taken, and the sender is told with the 200.
 */
export function createAdmission(store: Store, writer: Writer): Pick<Writer, 'submit' | 'countTurnedAway'> {
  const limiter = createRateLimiter((sender, rule, since) => countTaken(store.db, sender, rule, since))
  const findRules = createRecentCache(limits.cachedKeys, limits.keyCacheMs, async (projectId: number) => {
    const { rateLimits } = await getProjectSettings(store.db, projectId)
    return rateLimits.rules
  })
  writer.onCommit(({ outcomes }) => limiter.record(outcomes))

  return {
    countTurnedAway: writer.countTurnedAway,
    async submit(envelope) {
      const rules = await findRules(envelope.projectId, envelope.receivedAt)
      if (rules.length === 0) return writer.submit(envelope)
      const admission = await limiter.admit(envelope, readItemCounts(envelope), rules, envelope.receivedAt)
      try {
        return await submitTaken(envelope, admission)
      } finally {
        admission.release()
      }
    },
  }

  async function submitTaken(
    envelope: SubmittedEnvelope,
    { taken, limited }: Admission,
  ): Promise<SubmitResult> {
    if (limited.length === 0) return writer.submit(envelope)
    writer.countTurnedAway(limited.map((item) => toOutcome(envelope, item)))
    const told = uniqueLimits(limited)
    if (taken.length === 0) {
      return {
        status: 429,
        detail: 'Cannot accept envelope: a limit of its project is reached',
        limits: told,
      }
    }
    const result = await writer.submit({ ...envelope, body: withoutItems(envelope.body, taken) })
    return result.status === 200 ? { ...result, limits: told } : result
  }
}

function toOutcome({ projectId, keyId, receivedAt }: SubmittedEnvelope, item: LimitedItem): OutcomeCount {
  const { category, quantity, limit } = item
  const hour = Math.floor(receivedAt / HOUR_MS)
  return { projectId, keyId, hour, category, outcome: 'rate_limited', reason: limit.reason, quantity }
}

function uniqueLimits(limited: readonly LimitedItem[]): RateLimit[] {
  return [...new Map(limited.map(({ limit }) => [limit.reason + limit.categories, limit])).values()]
}
