import type { LimitCounts, LimitWindowCount } from '#server/store/memory/limit-counts.ts'

/** What one process knows of a count. */
export interface KnownCount extends LimitWindowCount {
  /** What was taken as of the last look: by all processes, if they share their counts. */
  stored: number
  /** What this process took since. */
  own: number
  /** When this process asked last, by the stopwatch. */
  lookedAt: number
}

export interface CountSharing {
  /** Says what was taken before, as far as the store knows. */
  begin(count: KnownCount, past: number): Promise<void>
  /** Adds to what this process took; the others hear of it soon. */
  take(count: KnownCount, quantity: number): void
  /** Resolves when none of these counts is older than twice the time between two looks. */
  refresh(counts: readonly KnownCount[]): Promise<void>
  /** Tells the others what they have not heard of. */
  close(): Promise<void>
}

interface SharingOptions {
  counts: LimitCounts
  /** A monotonic clock in milliseconds. */
  stopwatch?: () => number
  later?: (work: () => void, ms: number) => void
}

/** The others know what this process took within so many milliseconds. */
const LOOK_EVERY_MS = 250

/**
 * Adds up the counts of several processes, with one statement for all of them at each look, and none while nothing is taken.
 * A process that takes all the time looks all the time, and waits for no look; after a pause it waits for one.
 */
export function createCountSharing(options: SharingOptions): CountSharing {
  const { counts: shared, stopwatch = () => performance.now(), later = laterUnlessEnded } = options
  const waiting = new Set<KnownCount>()
  let looking: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  let isDue = false

  async function look(): Promise<void> {
    const asked = [...waiting]
    waiting.clear()
    if (asked.length === 0) return
    const taken = asked.map(({ own }) => own)
    const now = stopwatch()
    const totals = await shared.add(
      asked.map(({ name, start, endsAt, own }) => ({ name, start, endsAt, taken: own })),
    )
    for (const [index, count] of asked.entries()) {
      count.stored = totals[index] ?? count.stored
      count.own -= taken[index] ?? 0
      count.lookedAt = now
    }
  }

  /**
   * Looks when the look that is under way has ended, once for all who ask meanwhile: a database that does not answer holds
   * nobody up for longer than two looks. What could not be told is told with the next look that has it.
   */
  function lookNext(): Promise<void> {
    if (next === undefined) {
      next = looking.then(() => {
        next = undefined
        return look().catch(() => undefined)
      })
      looking = next
    }
    return next
  }

  function lookSoon(): void {
    if (isDue) return
    isDue = true
    later(() => {
      isDue = false
      void lookNext()
    }, LOOK_EVERY_MS)
  }

  return {
    async begin(count, past) {
      const lookedAt = stopwatch()
      const { name, start, endsAt } = count
      Object.assign(count, { stored: await shared.begin({ name, start, endsAt }, past), lookedAt })
    },
    take(count, quantity) {
      count.own += quantity
      waiting.add(count)
      lookSoon()
    },
    async refresh(counts) {
      const now = stopwatch()
      const old = counts.filter(({ lookedAt }) => now - lookedAt > 2 * LOOK_EVERY_MS)
      if (old.length === 0) return
      for (const count of old) waiting.add(count)
      await lookNext() // if the database does not answer, the writer will say so
    },
    close: lookNext,
  }
}

function laterUnlessEnded(work: () => void, ms: number): void {
  setTimeout(work, ms).unref()
}

/** Counts that are this process's alone. */
export const ownCounts: CountSharing = {
  async begin(count, past) {
    count.stored = past
  },
  take(count, quantity) {
    count.own += quantity
  },
  refresh: async () => undefined,
  close: async () => undefined,
}
