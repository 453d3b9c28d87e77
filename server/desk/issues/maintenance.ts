import { mapDueIssue } from '#server/desk/sourcemaps/map-issues.ts'
import { createEarlierStacks } from '#server/desk/sourcemaps/note-earlier-stacks.ts'
import type { IssueChange } from '#server/models/issue-changes.ts'
import { orStillCounting, StillCounting } from '#server/store/engine/still-counting.ts'
import type { Store } from '#server/store/engine/store.ts'
import { isAnyLapsed, reopenLapsed } from '#server/store/issues/changes/expired-ignores.ts'
import { findMove, moveSlice } from '#server/store/issues/changes/moves.ts'
import { findRecount, recountSlice } from '#server/store/issues/changes/recounts.ts'
import { deleteSlice, findDeleted } from '#server/store/maintenance/delete-issues.ts'
import type { Job } from '#server/store/postgres/jobs/job.ts'
import { deleteProjectRows, findDeletedProject } from '#server/store/projects/delete-project.ts'
import { deleteProject } from '#server/store/projects/demo-project.ts'

/** An ignored issue is counted as open so late at most; lists show it at once. */
const LOOK_EVERY_MS = 1_000
/** The pause between two slices, in which the writer has its turn. */
const SLICE_EVERY_MS = 25
/** One slice of moving, counting or deleting may take so long, without its commit; the retention has the same. */
const BUDGET_MS = 5

/** Slices of what happens to issues by itself. */
interface IssueSlices {
  /** Does the next slice of what is due; true while there is more to do. */
  runOnce(): Promise<boolean>
}

export interface IssueUpkeep extends IssueSlices {
  close(): void
}

export interface UpkeepOptions {
  store: Store
  /** The time of day in milliseconds since the epoch. */
  clock: () => number
  /** It measures the budget, in milliseconds. */
  stopwatch?: () => number
  /** Told of what changed by itself and open pages show. */
  onIssueChange?: (change: IssueChange) => void
  /** Called for each failure; other work continues. Without it, slices run by `runOnce` only. */
  onFailure?: (thrown: unknown) => void
}

/**
 * Starts what happens to issues by itself: ignored ones reopen in time, merges and splits go on, deleted ones go, with whole
 * projects, and those whose source maps came late are mapped.
 */
export function startIssueUpkeep(options: UpkeepOptions): IssueUpkeep {
  const { onFailure } = options
  const { runOnce } = createIssueSlices(options)
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function runAfter(delayMs: number, report: (thrown: unknown) => void): void {
    timer = setTimeout(async () => {
      let hasMore = false
      try {
        hasMore = await runOnce()
      } catch (thrown) {
        report(thrown) // the next run tries it again
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

/**
 * Each slice has transactions of its own, which look again at what they change. So a process that was taken for dead, whose
 * turn another one has, does nothing twice.
 */
function createIssueSlices(options: UpkeepOptions): IssueSlices {
  const { store, clock, stopwatch = () => performance.now(), onIssueChange, onFailure } = options
  const noteEarlierStacks = createEarlierStacks(store)

  async function runSlice(): Promise<boolean> {
    const now = clock()
    if (await isAnyLapsed(store.db, now)) await store.write((trx) => reopenLapsed(trx, now))
    const startedAt = stopwatch()
    const hasTime = () => stopwatch() - startedAt < BUDGET_MS
    if (await findMove(store.db))
      return (await store.writeInTurn((trx) => moveSlice(trx, hasTime))) || hasWork()
    if (await findRecount(store.db)) return (await recountSlice(store, hasTime)) || hasWork()
    if (await findDeleted(store.db)) return store.writeInTurn((trx) => deleteSlice(trx, hasTime))
    const projectId = await findDeletedProject(store.db, now)
    if (projectId !== undefined) return deleteProjectSlice(projectId, hasTime)
    return (
      (await mapDueIssue(store, now, { notify: onIssueChange, report: onFailure })) || noteEarlierStacks(now)
    )
  }

  /** Deletes what arrived, and then the little that is left, with the project. */
  async function deleteProjectSlice(projectId: number, hasTime: () => boolean): Promise<boolean> {
    if (await store.writeInTurn((trx) => deleteProjectRows(trx, projectId, hasTime))) return true
    await store.writeAlone([projectId], (trx) => deleteProject(trx, projectId))
    return true
  }

  async function hasWork(): Promise<boolean> {
    const { db } = store
    return [await findMove(db), await findRecount(db), await findDeleted(db)].some(
      (found) => found !== undefined,
    )
  }

  return {
    async runOnce() {
      const done = await orStillCounting(runSlice())
      return done instanceof StillCounting ? false : done // the next look tries it again
    },
  }
}

/** The slices as a job: of several processes, one at a time does the next one. */
export function createIssueJob(options: UpkeepOptions): Job {
  const { runOnce } = createIssueSlices(options)
  return { name: 'look after issues', everyMs: LOOK_EVERY_MS, pauseMs: SLICE_EVERY_MS, run: runOnce }
}
