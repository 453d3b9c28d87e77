/** A part of a thread's time for work that can be left out. */
export interface TimeShare {
  /** Does the work if the time allows it; undefined if not. Work that has begun is finished. */
  run<Result>(work: () => Result): Result | undefined
}

const SHARE = 0.25
/** What may be saved up: the first stacks after a deploy come together. */
const MOST_SAVED_MS = 250

/** At most a quarter of the time goes into the work, over a second and more. */
export function createTimeShare(stopwatch: () => number): TimeShare {
  let savedMs = MOST_SAVED_MS
  let countedAt = stopwatch()
  return {
    run(work) {
      const startedAt = stopwatch()
      savedMs = Math.min(MOST_SAVED_MS, savedMs + (startedAt - countedAt) * SHARE)
      countedAt = startedAt
      if (savedMs <= 0) return undefined
      try {
        return work()
      } finally {
        savedMs -= stopwatch() - startedAt
      }
    },
  }
}
