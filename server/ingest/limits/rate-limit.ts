import { LRUCache } from 'lru-cache'
import type { ItemCount } from '#server/protocol/item-counts.ts'
import type { Category, OutcomeCount } from '#server/protocol/outcome.ts'
import type { RateLimitRule } from '#server/protocol/project-settings.ts'
import type { RateLimit } from '#server/protocol/rate-limit.ts'
import { type LimitWindow, WINDOWS, windowAt } from '#server/protocol/windows.ts'
import { type CountSharing, type KnownCount, ownCounts } from './count-sharing.ts'

export interface LimitedItem extends ItemCount {
  limit: RateLimit
}

export interface RateAdmission {
  taken: ItemCount[]
  limited: LimitedItem[]
  /** Settles the count when the outcome of the accepted items is known. */
  release(): void
}

export interface RateLimitedSender {
  projectId: number
  keyId: number
}

/** Returns how many items of a category, or of all, the store has in a window. */
export type PastCount = (sender: RateLimitedSender, rule: RateLimitRule, since: number) => Promise<number>

export interface RateLimiter {
  /** The rules are the project's own. The item that reaches a limit is accepted whole, the next one is not. */
  admit(
    sender: RateLimitedSender,
    items: ItemCount[],
    rules: readonly RateLimitRule[],
    now: number,
  ): Promise<RateAdmission>
  /** The store has counted these: only the writer's thread knows how many spans a transaction had. */
  record(outcomes: readonly OutcomeCount[]): void
}

interface Count extends KnownCount {
  /** Resolves when the stored count is known; undefined after that. */
  isBegun: Promise<void> | undefined
  /** The items on the way to the store. */
  reserved: number
}

/** The longest pause that a sender is told, although the month may last longer: a raised limit must be noticed. */
const LONGEST_PAUSE_SECONDS = 600
/** Bounds the windows of projects and keys; the longest unused is dropped, and read from the store again. */
const REMEMBERED_COUNTS = 20_000

/**
 * Fixed windows, whose counts continue after a restart: `pastCount` is asked once for each window and rule. An
 * unexpected time of day starts another window, no matter where the clock jumped to: nothing is shut out for longer
 * than one window. Processes that share their counts know what the others have taken as of the last look.
 */
export function createRateLimiter(pastCount: PastCount, sharing: CountSharing = ownCounts): RateLimiter {
  const counts = new LRUCache<string, Count>({ max: REMEMBERED_COUNTS })

  function countOf(sender: RateLimitedSender, rule: RateLimitRule, now: number): Count {
    const name = nameOf(rule.scope, sender, rule.per, rule.category)
    const { start, end } = windowAt(rule.per, now)
    const known = counts.get(name)
    const count = known?.start === start ? known : newCount({ name, start, endsAt: end })
    if (count !== known) {
      count.isBegun = begin(count, sender, rule)
      count.isBegun.catch(() => undefined) // each envelope that waits for it hears of it
    }
    counts.set(name, count)
    return count
  }

  async function begin(count: Count, sender: RateLimitedSender, rule: RateLimitRule): Promise<void> {
    try {
      // The store knows hours, not minutes.
      const past = rule.per === 'minute' ? 0 : await pastCount(sender, rule, count.start)
      await sharing.begin(count, past)
      count.isBegun = undefined
    } catch (error) {
      count.start = Number.NaN // The next envelope asks again.
      throw error
    }
  }

  async function listCounts(sender: RateLimitedSender, rules: readonly RateLimitRule[], now: number) {
    const counted = rules.map((rule) => ({ rule, count: countOf(sender, rule, now) }))
    for (const { count } of counted) await count.isBegun
    await sharing.refresh(counted.map(({ count }) => count))
    return counted
  }

  return {
    async admit(sender, items, rules, now) {
      const counted = await listCounts(sender, rules, now)
      const taken: ItemCount[] = []
      const limited: LimitedItem[] = []
      const reservations: (() => void)[] = []
      for (const item of items) {
        const limiting = counted.filter(({ rule }) => isAbout(rule, item.category))
        const full = limiting.find(({ rule, count }) => takenOf(count) >= rule.quantity)
        if (full) {
          limited.push({ ...item, limit: limitOf(full.rule, now) })
          continue
        }
        taken.push(item)
        reservations.push(...limiting.map(({ count }) => reserve(count, item.quantity)))
      }
      const release = () => {
        for (const end of reservations.splice(0)) end()
      }
      return { ...withoutOrphans(taken, limited), release }
    },
    record(outcomes) {
      if (counts.size === 0) return
      for (const outcome of outcomes) {
        for (const name of namesAbout(outcome)) {
          const count = counts.peek(name)
          if (count && count.isBegun === undefined) sharing.take(count, outcome.quantity)
        }
      }
    },
  }
}

function newCount(window: Pick<Count, 'name' | 'start' | 'endsAt'>): Count {
  return { ...window, stored: 0, own: 0, reserved: 0, lookedAt: 0, isBegun: undefined }
}

function takenOf({ stored, own, reserved }: Count): number {
  return stored + own + reserved
}

function reserve(count: Count, quantity: number): () => void {
  count.reserved += quantity
  return () => {
    count.reserved -= quantity
  }
}

type Scope = RateLimitRule['scope']

function nameOf(
  scope: Scope,
  { projectId, keyId }: RateLimitedSender,
  per: LimitWindow,
  category: Category | undefined,
) {
  return `${scope === 'key' ? `k${keyId}` : `p${projectId}`}:${per}:${category ?? ''}`
}

/** Returns all counts that an outcome adds to. */
function namesAbout(outcome: OutcomeCount): string[] {
  if (outcome.outcome === 'rate_limited' || outcome.outcome === 'client_discard') return []
  return SCOPES.flatMap((scope) =>
    WINDOWS.flatMap((per) =>
      [outcome.category, undefined]
        .filter((category) => isAbout({ category }, outcome.category))
        .map((category) => nameOf(scope, outcome, per, category)),
    ),
  )
}

const SCOPES = ['project', 'key'] as const

/** Client reports are not limited with the rest: they tell what the limits cost. */
function isAbout({ category: limited }: { category?: Category | undefined }, category: Category): boolean {
  return limited === undefined ? category !== 'internal' : category === limited
}

/** An attachment without its event is useless. */
function withoutOrphans(taken: ItemCount[], limited: LimitedItem[]) {
  const event = limited.find(({ type }) => type === 'event' || type === 'transaction')
  if (!event) return { taken, limited }
  const isOrphan = ({ category }: ItemCount) => category === 'attachment'
  const orphans = taken.filter(isOrphan).map((item) => ({ ...item, limit: event.limit }))
  return { taken: taken.filter((item) => !isOrphan(item)), limited: [...limited, ...orphans] }
}

function limitOf({ scope, per, category }: RateLimitRule, now: number): RateLimit {
  return {
    pauseSeconds: pauseUntil(per, now),
    categories: category === undefined ? [] : [category],
    scope,
    reason: `${scope}_${per}`,
  }
}

function pauseUntil(per: LimitWindow, now: number): number {
  const seconds = Math.ceil((windowAt(per, now).end - now) / 1000)
  return Math.min(Math.max(seconds, 1), LONGEST_PAUSE_SECONDS)
}
