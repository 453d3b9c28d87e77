import { createPagesBytes, isFromPages, pagesRules } from '#server/ingest/pages-key.ts'
import { type ItemCount, parseItemCounts, withoutItems } from '#server/protocol/item-counts.ts'
import { limits } from '#server/protocol/limits.ts'
import type { OutcomeCount } from '#server/protocol/outcome.ts'
import type { RateLimitRule } from '#server/protocol/project-settings.ts'
import type { RateLimit } from '#server/protocol/rate-limit.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { LimitCounts } from '#server/store/memory/limit-counts.ts'
import { countTaken } from '#server/store/projects/outcomes.ts'
import type { ProjectKey } from '#server/store/projects/project-keys.ts'
import { getProjectSettings } from '#server/store/projects/project-settings.ts'
import type { SubmitResult, SubmittedEnvelope, Writer } from '#server/writer/writer.ts'
import { createCountSharing, ownCounts } from './count-sharing.ts'
import { createDiskShare } from './disk-share.ts'
import { createRateLimiter, type LimitedItem, type PastCount } from './rate-limit.ts'
import { createRecentCache } from './recent-cache.ts'

export interface Admission extends Pick<Writer, 'countRejected'> {
  /** Submits as the writer does, within the limits of this key. */
  submit(envelope: SubmittedEnvelope, key?: Pick<ProjectKey, 'isForPages'>): Promise<SubmitResult>
  /** Tells other processes what this one took last. */
  close(): Promise<void>
}

export interface AdmissionOptions {
  /** Returns the free bytes of the disk with the database; without it the disk is never scarce. */
  readFreeBytes?: (() => Promise<number>) | undefined
  /** Shares the counts with other processes. Without it, this process counts alone. */
  limitCounts?: LimitCounts | undefined
}

/**
 * Passes on to the writer what the project's and the key's limits allow, and counts the rest. Items are limited one by
 * one: the others of their envelope are accepted, and the 200 tells the sender.
 */
export function createAdmission(
  store: Store,
  writer: Writer,
  { readFreeBytes = async () => Number.POSITIVE_INFINITY, limitCounts }: AdmissionOptions = {},
): Admission {
  const sharing = limitCounts ? createCountSharing({ counts: limitCounts }) : ownCounts
  const pastCount: PastCount = (sender, rule, since) => countTaken(store.db, sender, rule, since)
  const limiter = createRateLimiter(pastCount, sharing)
  const diskShare = createDiskShare({ readFreeBytes })
  const pagesBytes = createPagesBytes(sharing)
  const findRules = createRecentCache(limits.cachedKeys, limits.keyCacheMs, async (projectId: number) => {
    const { rateLimits } = await getProjectSettings(store.db, projectId)
    return rateLimits.rules
  })
  writer.onCommit(({ outcomes }) => limiter.record(outcomes))

  function reject(envelope: SubmittedEnvelope, items: readonly ItemCount[], how: RejectedSender): void {
    writer.countRejected(items.map((item) => ({ ...countOf(envelope, item), ...how })))
  }

  function limitWhole(envelope: SubmittedEnvelope, limit: RateLimit, detail: string): SubmitResult {
    reject(envelope, itemsOrOne(envelope), { outcome: 'rate_limited', reason: limit.reason })
    return { status: 429, detail, limits: [limit] }
  }

  async function submitWithin(
    envelope: SubmittedEnvelope,
    items: ItemCount[],
    rules: readonly RateLimitRule[],
  ): Promise<SubmitResult> {
    const { taken, limited, release } = await limiter.admit(envelope, items, rules, envelope.receivedAt)
    try {
      if (limited.length === 0) return await writer.submit(envelope)
      writer.countRejected(limited.map((item) => toOutcome(envelope, item)))
      const told = uniqueLimits(limited)
      const detail = 'Cannot accept envelope: a limit of its project is reached'
      if (taken.length === 0) return { status: 429, detail, limits: told }
      const result = await writer.submit({ ...envelope, body: withoutItems(envelope.body, taken) })
      if (result.status !== 200) return result
      return { ...result, limits: [...told, ...(result.limits ?? [])] }
    } finally {
      release()
    }
  }

  /** Accepts only what pages send, and little of it, for a key that everyone can see. */
  async function submitOfPages(
    envelope: SubmittedEnvelope,
    rules: readonly RateLimitRule[],
  ): Promise<SubmitResult> {
    const limit = await pagesBytes(envelope.body.length, envelope.receivedAt)
    if (limit) return limitWhole(envelope, limit, 'Cannot accept envelope: the limit of its key is reached')
    const items = parseItemCounts(envelope)
    const [own, foreign] = [items.filter(isFromPages), items.filter((item) => !isFromPages(item))]
    const all = [...rules, ...pagesRules]
    if (foreign.length === 0) return submitWithin(envelope, items, all)
    reject(envelope, foreign, { outcome: 'invalid', reason: 'not_from_pages' })
    if (own.length === 0) {
      return { status: 403, detail: 'Cannot accept envelope: its key does not accept such items' }
    }
    const body = withoutItems(envelope.body, own)
    return submitWithin({ ...envelope, body }, parseItemCounts({ body }), all)
  }

  return {
    countRejected: writer.countRejected,
    close: sharing.close,
    async submit(envelope, key) {
      const limit = diskShare(envelope.projectId, envelope.body.length, envelope.receivedAt)
      if (limit) return limitWhole(envelope, limit, DISK_SHARE)
      const rules = await findRules(envelope.projectId, envelope.receivedAt)
      if (key?.isForPages) return submitOfPages(envelope, rules)
      if (rules.length === 0) return writer.submit(envelope)
      return submitWithin(envelope, parseItemCounts(envelope), rules)
    },
  }
}

const DISK_SHARE = 'Cannot accept envelope: its project has used its share of the remaining disk space'

type RejectedSender = Pick<OutcomeCount, 'outcome' | 'reason'>
type Counted = Pick<ItemCount, 'category' | 'quantity'>

/** Counts one item if the content is unknown. */
function itemsOrOne(envelope: SubmittedEnvelope): ItemCount[] {
  const items = parseItemCounts(envelope)
  return items.length > 0 ? items : [{ type: '', category: 'default', quantity: 1, start: 0, end: 0 }]
}

function countOf(
  { projectId, keyId, receivedAt }: SubmittedEnvelope,
  { category, quantity }: Counted,
): Omit<OutcomeCount, keyof RejectedSender> {
  return { projectId, keyId, hour: Math.floor(receivedAt / HOUR_MS), category, quantity }
}

function toOutcome(envelope: SubmittedEnvelope, item: LimitedItem): OutcomeCount {
  return { ...countOf(envelope, item), outcome: 'rate_limited', reason: item.limit.reason }
}

function uniqueLimits(limited: readonly LimitedItem[]): RateLimit[] {
  return [...new Map(limited.map(({ limit }) => [limit.reason + limit.categories, limit])).values()]
}
