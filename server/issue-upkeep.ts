import { deleteSlice, findDeleted } from './store/delete-issues.ts'
import { isAnyLapsed, reopenLapsed } from './store/lapsed-issues.ts'
import type { Store } from './store/store.ts'

/** How late an ignored issue is counted as open; lists show it at once. */
const LOOK_EVERY_MS = 1_000
/** Between two slices: the writer takes turns with them. */
const SLICE_EVERY_MS = 25
/** For deleting in one slice, as the retention has it; the commit comes on top of it. */
const BUDGET_MS = 5

export interface IssueUpkeep {
  /** Looks for what is due, and does the next bit of it; true while there is more to delete. */
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

/** What happens to issues without anybody's doing: times pass, and what was deleted goes. */
export function startIssueUpkeep(options: UpkeepOptions): IssueUpkeep {
  const { store, clock, stopwatch = () => performance.now(), onFailure } = options
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function runOnce(): Promise<boolean> {
    const now = clock()
    if (await isAnyLapsed(store.db, now)) await store.write((trx) => reopenLapsed(trx, now))
    if ((await findDeleted(store.db)) === undefined) return false
    const startedAt = stopwatch()
    return store.write((trx) => deleteSlice(trx, () => stopwatch() - startedAt < BUDGET_MS))
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
