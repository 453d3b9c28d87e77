import type { Store } from '#server/store/engine/store.ts'
import { isAnyLapsed, reopenLapsed } from '#server/store/issues/changes/expired-ignores.ts'
import { findMove, moveSlice } from '#server/store/issues/changes/moves.ts'
import { findRecount, recountSlice } from '#server/store/issues/changes/recounts.ts'
import { deleteSlice, findDeleted } from '#server/store/maintenance/delete-issues.ts'

/** How late an ignored issue is counted as open; lists show it at once. */
const LOOK_EVERY_MS = 1_000
/** Between two slices: the writer takes turns with them. */
const SLICE_EVERY_MS = 25
/** For one slice of moving, counting or deleting, as the retention has it; the commit comes on top of it. */
const BUDGET_MS = 5

export interface IssueUpkeep {
  /** Looks for what is due, and does the next bit of it; true while there is more to do. */
  runOnce(): Promise<boolean>
  close(): void
}

export interface UpkeepOptions {
  store: Store
  /** The time of day, milliseconds since the epoch. */
  clock: () => number
  /** Milliseconds that pass, for the budget. */
  stopwatch?: () => number
  /** Without it nothing runs by itself. */
  onFailure?: (thrown: unknown) => void
}

/** What happens to issues without anybody's doing: times pass, what was merged or split follows, what was deleted goes. */
export function startIssueUpkeep(options: UpkeepOptions): IssueUpkeep {
  const { store, clock, stopwatch = () => performance.now(), onFailure } = options
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function runOnce(): Promise<boolean> {
    const now = clock()
    if (await isAnyLapsed(store.db, now)) await store.write((trx) => reopenLapsed(trx, now))
    const startedAt = stopwatch()
    const hasTime = () => stopwatch() - startedAt < BUDGET_MS
    if (await findMove(store.db)) return (await store.write((trx) => moveSlice(trx, hasTime))) || hasWork()
    if (await findRecount(store.db)) return (await recountSlice(store, hasTime)) || hasWork()
    if (await findDeleted(store.db)) return store.write((trx) => deleteSlice(trx, hasTime))
    return false
  }

  async function hasWork(): Promise<boolean> {
    const { db } = store
    return [await findMove(db), await findRecount(db), await findDeleted(db)].some(
      (found) => found !== undefined,
    )
  }

  function runAfter(delayMs: number, report: (thrown: unknown) => void): void {
    timer = setTimeout(async () => {
      let hasMore = false
      try {
        hasMore = await runOnce()
      } catch (thrown) {
        report(thrown) // it is tried again
      }
      if (!isClosed) runAfter(hasMore ? SLICE_EVERY_MS : LOOK_EVERY_MS, report)
    }, delayMs).unref()
  }

  if (onFailure) runAfter(LOOK_EVERY_MS, onFailure)
  return {
    runOnce,
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
